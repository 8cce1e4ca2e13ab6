import type { App } from "./app.ts";
import { selectedContextFor } from "./app-context.ts";
import type { Recorded } from "./app-record.ts";
import { selectorOf } from "./app-terms.ts";
import { createPathGuard } from "./backends/path-guard.ts";
import { deniedPatterns } from "./backends/path-guard-patterns.ts";
import { type Outcome, success } from "./contract/outcome.ts";
import type { Delegation } from "./delegation.ts";
import type { Attachment } from "./delegation-attachments.ts";
import { findProfile } from "./host/find-profile.ts";

export interface AttachingOptions {
  readonly cwd: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly trusted: () => boolean;
}

/** The same application; what a delegation attaches is read before anything else, once, and becomes part of what is sealed. */
export function withAttachments(app: App, options: AttachingOptions): App {
  return {
    ...app,
    async delegate(delegation, signal, report, approver): Promise<Recorded> {
      const attached = await attach(app, delegation, options, signal);
      if (!attached.ok) {
        return signal.aborted
          ? { result: { kind: "aborted" }, diagnostics: [] }
          : { result: { kind: "refused", diagnostics: attached.diagnostics }, diagnostics: [] };
      }
      const recorded = await app.delegate(attached.value, signal, report, approver);
      return { ...recorded, diagnostics: [...attached.diagnostics, ...recorded.diagnostics] };
    },
    async plan(delegation, signal, look) {
      const attached = await attach(app, delegation, options, signal);
      return attached.ok ? app.plan(attached.value, signal, look) : attached;
    },
  };
}

async function attach(
  app: App,
  delegation: Delegation,
  { cwd, home, env, trusted }: AttachingOptions,
  signal: AbortSignal,
): Promise<Outcome<Delegation>> {
  const attachments = [...(delegation.attachments ?? []), ...(await inherited(app, delegation, trusted))];
  if (attachments.length === 0) return success(delegation);
  const { settings } = app.settings();
  const { agentDirectory: agentDir, history: historyDirectory } = app.directories;
  const denied = deniedPatterns({ home, agentDir, historyDirectory });
  const guard = createPathGuard({ root: cwd, home, denied, allowed: settings.allowPaths.value });
  if (!guard.ok) return guard;
  const maxBytes = settings.contextMaxBytes.value;
  const context = await selectedContextFor({ attachments, cwd, guard: guard.value, maxBytes, env, signal });
  if (!context.ok) return context;
  if (context.value.items.length === 0) return success(delegation);
  const { diagnostics } = context;
  return success({ ...delegation, selectedContext: context.value, attachmentNotes: diagnostics }, diagnostics);
}

/** A Markdown agent may ask for the project's own instructions; those of a project that is not trusted are nobody's. */
async function inherited(app: App, delegation: Delegation, trusted: () => boolean): Promise<readonly Attachment[]> {
  if (delegation.attachments?.some(({ kind }) => kind === "project-context") || !trusted()) return [];
  const catalog = await app.catalog();
  const entry = catalog.ok ? findProfile(catalog.value, selectorOf(delegation)) : catalog;
  return entry.ok && entry.value.inheritProjectContext ? [{ kind: "project-context", optional: true }] : [];
}
