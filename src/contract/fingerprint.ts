import { createHash } from "node:crypto";
import { canonicalJson } from "./canonical-json.ts";

export const fingerprintPrefix = "sha256:v1:";

/** Throws a TypeError, as `canonicalJson` does, when the value is not JSON. */
export function fingerprint(value: unknown): string {
  return fingerprintPrefix + createHash("sha256").update(canonicalJson(value), "utf8").digest("hex");
}

/** Whether a stated fingerprint is the computed one; what is not JSON has none, and that is not an exception here. */
export function compareFingerprint(stated: string, computed: () => string): "same" | "differs" | "not-json" {
  try {
    return computed() === stated ? "same" : "differs";
  } catch {
    // Canonical JSON is the only thing that throws here, and it throws for what is not JSON.
    return "not-json";
  }
}
