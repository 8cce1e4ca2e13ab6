import { createHash } from "node:crypto";
import { type CanonicalForm, canonicalForm } from "./canonical-json.ts";
import { equalCopies } from "./same-json.ts";

export const fingerprintPrefix = "sha256:v1:";

/** Throws a TypeError, as `canonicalForm` does, when the value is not JSON. */
export function fingerprint(value: unknown): string {
  const form = canonicalForm(value);
  const isLong = form.characters >= longCharacters && form.characters <= mostCharacters;
  return isLong ? longFingerprints(form) : hashed(form);
}

/** Below this, computing is as quick as remembering; above the other, remembering would hold too much. */
const longCharacters = 2 * 1024;
const mostCharacters = 4 * 1024 * 1024;
const mostRemembered = 8;

/**
 * On its way to the seal one long prompt is checked at every border, often inside another value. Equal values have the same
 * fingerprint, and comparing texts costs a fraction of writing and hashing them. A prompt is remembered weakly: once its
 * plan is gone it can be collected like any other text.
 */
const longFingerprints = remembering(hashed);

function hashed(form: CanonicalForm): string {
  const hash = createHash("sha256");
  if (form.characters < longCharacters) hash.update(form.text(), "utf8");
  else form.write((piece) => hash.update(piece));
  return fingerprintPrefix + hash.digest("hex");
}

function remembering(compute: (form: CanonicalForm) => string): (form: CanonicalForm) => string {
  const known: { readonly form: WeakRef<CanonicalForm>; readonly result: string }[] = [];
  return (form) => {
    const found = known.find((each) => isSame(each.form.deref(), form));
    if (found) return found.result;
    const result = compute(form);
    known.unshift({ form: new WeakRef(form), result });
    known.length = Math.min(known.length, mostRemembered);
    return result;
  };
}

function isSame(one: CanonicalForm | undefined, other: CanonicalForm): boolean {
  return one?.characters === other.characters && equalCopies(one.copy, other.copy);
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
