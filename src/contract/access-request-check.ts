import { AccessRequest, RequestedDirectory } from "./access.ts";
import { unsafePath, writesForLevel } from "./access-rules.ts";
import { checker } from "./check.ts";
import { type Diagnostic, error } from "./diagnostic.ts";
import { repeated } from "./repeated.ts";

const requestedDirectoryCheck = checker(RequestedDirectory, {
  codes: { "": "access.cwd", workspaceHandle: "access.cwd-workspace", path: "access.cwd-path" },
  rules: (when) => [when(["path"], ({ path }, at) => unsafePath(path, "access.cwd-path", `${at}.path`))],
});

export const accessRequestCheck = checker(AccessRequest, {
  codes: {
    "": "access.type",
    level: "access.level",
    executionBoundary: "access.execution-boundary",
    workspaces: "access.workspaces",
    "workspaces[]": "access.workspace",
    "workspaces[].mode": "access.workspace-mode",
    network: "access.network",
    allowProcess: "access.process",
  },
  parts: { workingDirectory: requestedDirectoryCheck },
  rules: (when) => [
    when(["workspaces"], function* ({ workspaces }, at) {
      for (const [index, handle] of repeated(workspaces.map((each) => each.handle))) {
        const place = `${at}.workspaces[${index}].handle`;
        yield error("access.duplicate-workspace", `Workspace "${handle}" is requested twice: remove one.`, place);
      }
    }),
    when(["level", "workspaces"], ({ level, workspaces }, at) =>
      writesForLevel(level, workspaces, { none: "access.none-workspaces", code: "access" }, `${at}.workspaces`),
    ),
    when(["level", "workingDirectory"], function* ({ level, workingDirectory }, at) {
      if (level !== "none" || !workingDirectory) return;
      const place = `${at}.workingDirectory`;
      yield error("access.none-cwd", 'Access level "none" has no working directory: remove it.', place);
    }),
    when(["level", "allowProcess"], function* ({ level, allowProcess }, at) {
      if (!allowProcess || level === "workspace-write") return;
      const message = `Starting processes needs access level "workspace-write", but the level is "${level}".`;
      yield error("access.process-level", message, `${at}.allowProcess`);
    }),
    when(["workspaces", "workingDirectory"], function* ({ workspaces, workingDirectory: directory }, at) {
      if (!directory || workspaces.some((each) => each.handle === directory.workspaceHandle)) return;
      const message = `The working directory is in workspace "${directory.workspaceHandle}", which is not requested.`;
      yield error("access.cwd-workspace", message, `${at}.workingDirectory.workspaceHandle`);
    }),
  ],
});

export const validateAccessRequest = (access: unknown, at = "access"): Diagnostic[] =>
  accessRequestCheck.diagnose(access, at);
