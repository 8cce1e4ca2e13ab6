import type { JsonValue } from "../contract/json.ts";
import { type Outcome, success } from "../contract/outcome.ts";
import { hasShape } from "../contract/shape.ts";
import { createPrivateRecord } from "./private-record.ts";

/** Whose content: one profile of one project or of the user, as one host serves it. */
export type GrantSubject = {
  /** `scope:id` */
  readonly profileId: string;
  /** Real path for a project's profile, null for a global one. */
  readonly project: string | null;
  /** `foreign` for every other host, as its id may be another one in each session; null for ours. */
  readonly host: string | null;
};

/** What a person agrees to. */
export interface ProfileContent {
  readonly subject: GrantSubject;
  readonly digest: string;
  /** Null where nobody here holds it. */
  readonly text: string | null;
}

type Grant = GrantSubject & {
  readonly digest: string;
  /** ISO 8601. */
  readonly since: string;
  /** What was agreed to, to show the difference; null when it was too long to keep or not known. */
  readonly text: string | null;
};

export type ContentGrant =
  | { readonly state: "granted"; readonly since: string }
  | { readonly state: "changed"; readonly since: string; readonly before: string | null }
  | { readonly state: "none" };

/** Agreement to content that no file of ours names: Markdown agents, and profiles of a foreign host. */
export interface ContentGrants {
  /** A record that cannot be read grants nothing and is named. */
  look(subject: GrantSubject, digest: string): Outcome<ContentGrant>;
  /** Takes the place of what was agreed to for the same subject. */
  grant(content: ProfileContent): Promise<Outcome<void>>;
}

interface ContentGrantOptions {
  /** Outside every project. */
  readonly file: string;
  readonly clock: () => Date;
}

type GrantRecord = { readonly version: 1; readonly grants: readonly Grant[] };

const maxGrants = 500;
const maxTextChars = 32 * 1024;
const text = { type: "string" };
const textOrNull = { anyOf: [text, { type: "null" }] };
const grantShape = {
  type: "object",
  properties: { profileId: text, project: textOrNull, host: textOrNull, digest: text, since: text, text: textOrNull },
  required: ["profileId", "project", "host", "digest", "since", "text"],
};
const shape = {
  type: "object",
  properties: { version: { const: 1 }, grants: { type: "array", items: grantShape } },
  required: ["version", "grants"],
};
const isGrantRecord = (value: JsonValue): value is GrantRecord => hasShape(shape, value);

export function createContentGrants({ file, clock }: ContentGrantOptions): ContentGrants {
  const record = createPrivateRecord<GrantRecord>(file, isGrantRecord, { version: 1, grants: [] });

  return {
    look(subject, digest) {
      const kept = record.read();
      if (!kept.ok) return kept;
      const grant = kept.value.grants.find((each) => isSame(each, subject));
      if (!grant) return success({ state: "none" });
      const { since, text: before } = grant;
      return success(grant.digest === digest ? { state: "granted", since } : { state: "changed", since, before });
    },
    async grant({ subject: { profileId, project, host }, digest, text }) {
      const kept = text === null || text.length > maxTextChars ? null : text;
      const added = { profileId, project, host, digest, since: clock().toISOString(), text: kept };
      const updated = await record.update(({ grants }) => {
        const others = grants.filter((each) => !isSame(each, added));
        return { version: 1, grants: [...others, added].slice(-maxGrants) };
      });
      return updated.ok ? success(undefined) : updated;
    },
  };
}

function isSame(a: GrantSubject, b: GrantSubject): boolean {
  return a.profileId === b.profileId && a.project === b.project && a.host === b.host;
}
