import type { App } from "./app.ts";
import type { ReportVerb } from "./app-reports.ts";
import { options } from "./command-line.ts";
import { verbs } from "./command-line-verbs.ts";
import { delegationPolicy } from "./config/delegation-policy.ts";

/** The same answers as data, for `--json`. */
export async function reportData(app: App, verb: ReportVerb): Promise<object> {
  switch (verb) {
    case "help":
      return { verbs, options };
    case "profiles":
      return profiles(app);
    case "config":
      return config(app);
    case "backends":
      return { backends: app.backends() };
    case "status":
      return { trust: trust(app), ...(await profiles(app)), backends: app.backends(), config: config(app) };
  }
}

async function profiles(app: App): Promise<object> {
  const catalog = await app.catalog();
  if (!catalog.ok) return { profiles: [], diagnostics: catalog.diagnostics };
  const { settings } = app.settings();
  const host = catalog.value.foreignHost?.hostId ?? "ours";
  return {
    host,
    profiles: catalog.value.profiles.map(({ scope, id, kind, from, usable, diagnostics, profile }) => {
      const { enabled, backend, timeout } = delegationPolicy(settings, `${scope}:${id}`);
      const { name, description, model, thinkingLevel, promptStack } = profile;
      const about = { name, description, model, thinkingLevel, promptStack };
      return { id: `${scope}:${id}`, kind, from, usable, enabled, backend, timeout, ...about, diagnostics };
    }),
    diagnostics: catalog.value.diagnostics,
  };
}

function config(app: App): object {
  const { settings, diagnostics } = app.settings();
  const { profiles: entries, modelAliases, ...plain } = settings;
  const tables = { profiles: Object.fromEntries(entries), modelAliases: Object.fromEntries(modelAliases) };
  return { ...plain, ...tables, diagnostics };
}

function trust(app: App): object {
  const { root, state, since, files, modules } = app.trust();
  return { root, state, since, files, modules: modules.state };
}
