import { type Static, Type } from "@sinclair/typebox";

/** Ids of profiles and stacks in files: letters, digits, `.`, `_`, `-`; no colon. */
export const resourceIdPattern = "^[A-Za-z0-9][A-Za-z0-9._-]*$";
/** Ids that cross the contract: as above plus colon, at most 128 characters. */
export const opaqueIdPattern = "^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$";
export const namespacePattern = "^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$";
export const imageMimePattern = "^image/[A-Za-z0-9.+-]+$";
/** Something that is not a blank. */
export const writtenPattern = "\\S";
export const fingerprintPattern = "^sha256:v1:[a-f0-9]{64}$";

export const OpaqueId = Type.String({ pattern: opaqueIdPattern });
export type OpaqueId = Static<typeof OpaqueId>;

/** `sha256:v1:` and the lower-case hex SHA-256 of the canonical JSON. */
export const Fingerprint = Type.String({ pattern: fingerprintPattern });
export type Fingerprint = Static<typeof Fingerprint>;

export const Scope = Type.Union([Type.Literal("project"), Type.Literal("global")]);
export type Scope = Static<typeof Scope>;
