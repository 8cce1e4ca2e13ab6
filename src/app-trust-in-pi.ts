import { dirname } from "node:path";
import type { App } from "./app.ts";
import { askedTexts, trustDifferences } from "./app-trust-difference.ts";
import { askTrustInPi, type TrustInPiOptions } from "./approval/trust-question.ts";
import type { ProjectTrust } from "./config/trust-store.ts";
import type { Diagnostic } from "./contract/diagnostic.ts";
import { type Outcome, success } from "./contract/outcome.ts";
import { escapeText } from "./text/escape.ts";

type TrustApp = Pick<App, "trust" | "trustProject" | "trustedByPi" | "trustedText" | "modules" | "directories">;

/**
 * Asks whether this project's files may be used, and again when one of them changes: what changed while the question was on the screen
 * is not what was agreed to, and is asked about at once. The value says whether the person put the project's question off.
 */
export async function askForTrust(
  app: TrustApp,
  options: TrustInPiOptions,
): Promise<Outcome<{ readonly putOff: boolean }>> {
  let shown = app.trust();
  let again = false;
  let putOff = false;
  while (shown.asks && app.trustedByPi() !== false) {
    const answer = await askTrustInPi(trustQuestion(app, shown, again), options);
    putOff = answer === "not-now";
    if (answer !== "trusted") break;
    const kept = await app.trustProject(shown);
    if (!kept.ok) return kept;
    shown = app.trust();
    again = true;
  }
  const modules = await askAboutModules(app, options);
  return modules.ok ? success({ putOff }) : modules;
}

/** What to tell somebody who has just put the question off, where nothing but that is in the way. */
export function refusedForNow(profile: string, refusal: readonly Diagnostic[]): string | undefined {
  const errors = refusal.filter(({ level }) => level === "error").map(({ code }) => code);
  if (!errors.includes("host.trust")) return undefined;
  if (!errors.every((code) => code === "host.trust" || code === "profile.not-found")) return undefined;
  return `This project is not trusted for now, so nothing was done with ${escapeText(profile)}; the same command asks again.`;
}

function trustQuestion(app: TrustApp, shown: ProjectTrust, again: boolean) {
  const { root, files } = shown;
  return { path: root, files, differences: trustDifferences(app, shown), textOf: askedTexts(root, files), again };
}

/** Code is asked about apart from texts, once for the same files. */
async function askAboutModules({ modules, directories }: TrustApp, options: TrustInPiOptions): Promise<Outcome<void>> {
  const asked = new Set<string>();
  for (let [question] = modules.unasked(); question; [question] = modules.unasked()) {
    const { directory, files, scope } = question;
    const textOf = askedTexts(scope === "project" ? directories.cwd : dirname(directory), files);
    const paths = files.map(({ path }) => path);
    const about = { path: directory, files: [], modules: paths, textOf, again: asked.has(directory) };
    asked.add(directory);
    const answer = await askTrustInPi(about, options);
    if (answer !== "trusted" && answer !== "not-now") return success(undefined);
    const kept = await modules.answer(question, answer === "trusted");
    if (!kept.ok) return kept;
  }
  return success(undefined);
}
