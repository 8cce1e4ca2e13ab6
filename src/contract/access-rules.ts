import type { AccessCapabilities, AccessLevel, AccessReceipt, MountMode } from "./access.ts";
import { type Diagnostic, error } from "./diagnostic.ts";
import { isRelativePath } from "./relative-path.ts";

/** What a level says about the modes of its workspaces or mounts. */
export function* writesForLevel(
  level: AccessLevel,
  places: readonly { readonly mode: MountMode }[],
  codes: { readonly none: string; readonly code: string },
  at: string,
): Generator<Diagnostic> {
  const writes = places.some((each) => each.mode === "read-write");
  if (level === "none" && places.length > 0) {
    yield error(codes.none, 'Access level "none" has no workspaces: remove them.', at);
  }
  if (level === "read-only" && writes) {
    yield error(`${codes.code}.read-only-write`, 'Access level "read-only" has no read-write workspace.', at);
  }
  if (level === "workspace-write" && !writes) {
    yield error(`${codes.code}.write-missing`, 'Access level "workspace-write" needs a read-write workspace.', at);
  }
}

export function unsafePath(path: string, code: string, at: string): Diagnostic[] {
  if (isRelativePath(path)) return [];
  const message = `${JSON.stringify(path)} is not "." or a plain relative path: use slashes and no empty, "." or ".." part.`;
  return [error(code, message, at)];
}

/** What must be isolated for an access to be true. Reading needs no isolation where the boundary is the user's own account. */
export function* missingIsolation(
  access: Pick<AccessReceipt, "level" | "network" | "process" | "executionBoundary">,
  enforcement: AccessCapabilities,
  code: string,
  at: string,
): Generator<Diagnostic> {
  const isolated = access.executionBoundary !== "shared-user";
  const { readOnlyMountIsolation, readWriteMountIsolation, symlinkSafeContainment } = enforcement;
  if (access.level === "read-only" && isolated && !(readOnlyMountIsolation && symlinkSafeContainment)) {
    yield error(`${code}.read-isolation`, "Isolated reading is not enforced: mounts or links can lead outside.", at);
  }
  if (access.level === "workspace-write" && !(readWriteMountIsolation && symlinkSafeContainment)) {
    yield error(`${code}.write-isolation`, "Writing is not contained: mounts or links can lead outside.", at);
  }
  if (access.process && !enforcement.processIsolation) {
    const place = `${at}.processIsolation`;
    yield error(`${code}.process-isolation`, "Processes are allowed, but nothing isolates them.", place);
  }
  if (access.network === "deny" && !enforcement.agentNetworkIsolation) {
    const place = `${at}.agentNetworkIsolation`;
    yield error(`${code}.network-isolation`, "The network is denied, but nothing enforces that.", place);
  }
}
