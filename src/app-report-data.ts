import type { App } from "./app.ts";
import type { ReportVerb } from "./app-reports.ts";
import { type BackendState, backendStates, type ProfileStates, profileStates, statusOf } from "./app-status.ts";
import { options } from "./command-line-known.ts";
import { verbs } from "./command-line-verbs.ts";

/** The same answers as data, for `--json`. */
export async function reportData(app: App, verb: ReportVerb, signal: AbortSignal): Promise<object> {
  switch (verb) {
    case "help":
      return { verbs, options };
    case "profiles":
      return profiles(await profileStates(app));
    case "config":
      return config(app);
    case "backends":
      return { pi: app.installation(), backends: backends(await backendStates(app, signal)) };
    case "status": {
      const status = await statusOf(app, "terminal", signal);
      return {
        trust: trust(app),
        pi: app.installation(),
        ...profiles(status),
        backends: backends(status.backends),
        config: config(app),
        problems: status.problems,
      };
    }
  }
}

function profiles({ host, profiles, folders }: ProfileStates): object {
  return {
    host: host.kind === "foreign" ? host.id : host.kind,
    profiles: profiles.map(({ id, entry, policy, state, diagnostics }) => {
      const { name, description, model, thinkingLevel, promptStack } = entry.profile;
      const { enabled, backend, timeout } = policy;
      const about = { name, description, model, thinkingLevel, promptStack };
      const usable = state !== "cannot be used";
      return {
        id,
        kind: entry.kind,
        from: entry.from,
        state,
        usable,
        enabled,
        backend,
        timeout,
        ...about,
        diagnostics,
      };
    }),
    diagnostics: host.kind === "none" ? host.diagnostics : folders,
  };
}

function backends(states: readonly BackendState[]): readonly object[] {
  return states.map(({ descriptor, tools, diagnostics }) => {
    return { ...descriptor, tools: tools.map(({ name }) => name), diagnostics };
  });
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
