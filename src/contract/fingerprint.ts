import { createHash } from "node:crypto";
import { canonicalJson } from "./canonical-json.ts";

export const fingerprintPrefix = "sha256:v1:";

/** Throws a TypeError, as `canonicalJson` does, when the value is not JSON. */
export function fingerprint(value: unknown): string {
  return fingerprintPrefix + createHash("sha256").update(canonicalJson(value), "utf8").digest("hex");
}
