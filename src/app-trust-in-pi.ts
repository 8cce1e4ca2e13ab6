import { dirname } from "node:path";
import type { App } from "./app.ts";
import { askedTexts, trustDifferences } from "./app-trust-difference.ts";
import { askTrustInPi, type TrustInPiOptions } from "./approval/trust-question.ts";
import type { ProjectTrust } from "./config/trust-store.ts";
import { type Outcome, success } from "./contract/outcome.ts";

type TrustApp = Pick<App, "trust" | "trustProject" | "trustedByPi" | "trustedText" | "modules" | "directories">;

/**
 * Asks whether this project's files may be used, and again when one of them changes: what changed while the question was on the screen
 * is not what was agreed to, and is asked about at once.
 */
export async function askForTrust(app: TrustApp, options: TrustInPiOptions): Promise<Outcome<void>> {
  let shown = app.trust();
  let again = false;
  while (shown.asks && app.trustedByPi() !== false) {
    if ((await askTrustInPi(trustQuestion(app, shown, again), options)) !== "trusted") break;
    const kept = await app.trustProject(shown);
    if (!kept.ok) return kept;
    shown = app.trust();
    again = true;
  }
  return askAboutModules(app, options);
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
