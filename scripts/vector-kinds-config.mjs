// The kind of vectors that is about subagents.json; see vector-kinds.mjs.
import { join } from "node:path";
import { inTemporaryDirectory, write } from "./vector-files.mjs";
import { defined } from "./vector-kinds-contract.mjs";

export function delegationConfig(entry, { name, files, settings, policies }) {
  return inTemporaryDirectory((base) => {
    const directories = entry.forgeDirectories({ cwd: join(base, "project"), env: {}, home: join(base, "home") });
    const places = {
      global: directories.global.delegation.at(-1),
      project: directories.project.delegation,
      globalLegacy: directories.global.config,
      projectLegacy: directories.project.config,
    };
    for (const [key, place] of Object.entries(places)) if (files[key] !== undefined) write(place, files[key]);
    const loaded = entry.loadDelegationSettings({ directories, trusted: files.trusted !== false });
    const overrides = name === "explicit backend" ? { backend: "cli" } : {};
    const judged = Object.keys(policies).map((id) => [
      id,
      policyOf(entry.delegationPolicy(loaded.settings, id, overrides)),
    ]);
    const { warningCount, ...values } = settings;
    const enoughWarnings = loaded.diagnostics.length >= warningCount;
    const shown = sayingSomething(settingsOf(loaded.settings));
    const actual = { settings: shown, policies: Object.fromEntries(judged), enoughWarnings };
    return { actual, expected: { settings: sayingSomething(values), policies, enoughWarnings: true } };
  });
}

/** Without entries that enable nothing and set nothing: ours keeps one for what is malformed, so that it turns off what another file says. */
function sayingSomething({ profiles, profilesSource, ...plain }) {
  const said = Object.entries(profiles).map(([key, { enabled, ...rest }]) => {
    const set = Object.entries(rest).filter(([, value]) => value !== null);
    return [key, Object.fromEntries(enabled ? [["enabled", enabled], ...set] : set)];
  });
  const kept = said.filter(([, entry]) => Object.keys(entry).length > 0);
  const sources = kept.map(([key]) => [key, profilesSource[key]]);
  return { ...plain, profiles: Object.fromEntries(kept), profilesSource: Object.fromEntries(sources) };
}

/** Where an id is written with and without its scope, ours looks up the one with the scope. */
export function hasBareAndCanonical({ files }) {
  const tables = [files.global, files.project, files.globalLegacy?.subagents, files.projectLegacy?.subagents];
  const keys = new Set(tables.flatMap((each) => Object.keys(each?.profiles ?? {})));
  return [...keys].some((key) => keys.has(`project:${key}`));
}

function policyOf({ enabled, backend, timeout, hint }) {
  return defined({ enabled, backend, timeout, hint: hint === undefined ? undefined : true });
}

function settingsOf({ timeoutMs, backend, summaryInToolDescription, allowAgentInvocationWithoutApproval, profiles }) {
  const entries = [...profiles.values()];
  const written = (setting) => (setting?.source === "built-in" ? undefined : setting);
  return defined({
    timeoutMs: timeoutMs.value,
    timeoutSource: timeoutMs.source,
    summaryInToolDescription: summaryInToolDescription.value,
    backend: written(backend)?.value,
    backendSource: written(backend)?.source,
    allowAgentInvocationWithoutApproval: written(allowAgentInvocationWithoutApproval)?.value,
    profiles: Object.fromEntries(entries.map((each) => [each.key, entryOf(each)])),
    profilesSource: Object.fromEntries(entries.map(({ key, source }) => [key, source])),
  });
}

function entryOf({ enabled, backend, timeoutMs }) {
  return defined({ enabled: enabled?.value, backend: backend?.value, timeoutMs: timeoutMs?.value });
}
