import { type Static, Type } from "@sinclair/typebox";
import { unsafePath } from "../access-rules.ts";
import { checker, placeOf } from "../check.ts";
import { type Diagnostic, error } from "../diagnostic.ts";
import { namespacePattern, OpaqueId } from "../identifiers.ts";
import { isIsoTime } from "../iso-time.ts";

export const Artifact = Type.Object({
  id: OpaqueId,
  workspaceNamespace: Type.String({ pattern: namespacePattern }),
  path: Type.String(),
  authorization: Type.Union([Type.Literal("read"), Type.Literal("write")]),
  lifetime: Type.Union([Type.Literal("run"), Type.Literal("session"), Type.Literal("persistent")]),
  cleanup: Type.Union([Type.Literal("backend"), Type.Literal("host"), Type.Literal("user")]),
});
export type Artifact = Static<typeof Artifact>;

export const Trace = Type.Object({
  handle: OpaqueId,
  backendId: OpaqueId,
  authorizationScope: Type.String({ pattern: namespacePattern }),
  /** Exactly as `toISOString` writes it. */
  expiresAt: Type.Optional(Type.String()),
});
export type Trace = Static<typeof Trace>;

export const artifactCheck = checker(Artifact, {
  codes: {
    "": "artifact.type",
    path: "artifact.path",
    authorization: "artifact.authorization",
    lifetime: "artifact.lifetime",
    cleanup: "artifact.cleanup",
  },
  rules: (when) => [
    when(["path"], ({ path }, at) => {
      const place = placeOf(at, ["path"]);
      return path === "."
        ? [error("artifact.path", "An artifact is a file, not the workspace.", place)]
        : unsafePath(path, "artifact.path", place);
    }),
  ],
});

export const traceCheck = checker(Trace, {
  codes: { "": "trace.type", expiresAt: "trace.expiry" },
  rules: (when) => [
    when(["expiresAt"], function* ({ expiresAt }, at) {
      if (expiresAt === undefined || isIsoTime(expiresAt)) return;
      const message = "The time must be written like 2026-01-02T03:04:05.678Z.";
      yield error("trace.expiry", message, placeOf(at, ["expiresAt"]));
    }),
  ],
});

export const validateArtifact = (artifact: unknown, at = ""): Diagnostic[] => artifactCheck.diagnose(artifact, at);

export const validateTrace = (trace: unknown, at = ""): Diagnostic[] => traceCheck.diagnose(trace, at);
