import { AccessCapabilities, AccessReceipt, isolationClaims, MountedDirectory } from "./access.ts";
import { missingIsolation, unsafePath, writesForLevel } from "./access-rules.ts";
import { checker } from "./check.ts";
import { type Diagnostic, error } from "./diagnostic.ts";
import { repeated } from "./repeated.ts";

const mountedDirectoryCheck = checker(MountedDirectory, {
  codes: { "": "access-receipt.cwd", mountId: "access-receipt.cwd-mount", path: "access-receipt.cwd-path" },
  rules: (when) => [when(["path"], ({ path }, at) => unsafePath(path, "access-receipt.cwd-path", `${at}.path`))],
});

const claimsCheck = checker(AccessCapabilities, {
  codes: {
    "": "access-receipt.enforcement",
    ...Object.fromEntries(isolationClaims.map((claim) => [claim, "access-capability.boolean"])),
  },
});

export const accessReceiptCheck = checker(AccessReceipt, {
  codes: {
    "": "access-receipt.type",
    level: "access-receipt.level",
    mounts: "access-receipt.mounts",
    "mounts[]": "access-receipt.mount",
    "mounts[].mode": "access-receipt.mount-mode",
    network: "access-receipt.network",
    process: "access-receipt.process",
    executionBoundary: "access-receipt.boundary",
  },
  parts: { workingDirectory: mountedDirectoryCheck, enforcement: claimsCheck },
  rules: (when) => [
    when(["mounts"], ({ mounts }, at) => repeatedMounts(mounts, `${at}.mounts`)),
    when(["level", "mounts"], ({ level, mounts }, at) =>
      writesForLevel(level, mounts, { none: "access-receipt.none-mounts", code: "access-receipt" }, `${at}.mounts`),
    ),
    when(["level", "workingDirectory"], function* ({ level, workingDirectory }, at) {
      if (level !== "none" || !workingDirectory) return;
      const place = `${at}.workingDirectory`;
      yield error("access-receipt.none-cwd", 'Access level "none" has no working directory.', place);
    }),
    when(["mounts", "workingDirectory"], function* ({ mounts, workingDirectory: directory }, at) {
      if (!directory || mounts.some((each) => each.mountId === directory.mountId)) return;
      const message = `The working directory is in mount "${directory.mountId}", which is not among the mounts.`;
      yield error("access-receipt.cwd-mount", message, `${at}.workingDirectory.mountId`);
    }),
    when(["level", "process"], function* ({ level, process }, at) {
      if (!process || level === "workspace-write") return;
      const message = `Processes are allowed only with level "workspace-write", but the level is "${level}".`;
      yield error("access-receipt.process-level", message, `${at}.process`);
    }),
    when(["executionBoundary", "enforcement"], function* ({ executionBoundary, enforcement }, at) {
      if (executionBoundary !== "shared-user") return;
      for (const claim of isolationClaims.filter((each) => enforcement[each])) {
        const message = `A run with the user's own rights cannot claim ${claim}: set it to false.`;
        yield error("access-receipt.shared-user-claim", message, `${at}.enforcement.${claim}`);
      }
    }),
    when(["level", "network", "process", "executionBoundary", "enforcement"], (receipt, at) =>
      missingIsolation(receipt, receipt.enforcement, "access-receipt", `${at}.enforcement`),
    ),
  ],
});

export const validateAccessReceipt = (access: unknown, at = "access"): Diagnostic[] =>
  accessReceiptCheck.diagnose(access, at);

function* repeatedMounts(mounts: AccessReceipt["mounts"], at: string): Generator<Diagnostic> {
  for (const [index, handle] of repeated(mounts.map((each) => each.workspaceHandle))) {
    const place = `${at}[${index}].workspaceHandle`;
    yield error("access-receipt.duplicate-workspace", `Workspace "${handle}" is mounted twice.`, place);
  }
  for (const [index, mountId] of repeated(mounts.map((each) => each.mountId))) {
    const place = `${at}[${index}].mountId`;
    yield error("access-receipt.duplicate-mount", `Mount "${mountId}" is named twice.`, place);
  }
}
