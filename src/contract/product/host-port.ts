import { type Static, Type } from "@sinclair/typebox";
import { AccessLevel, NetworkAccess } from "../access.ts";
import { PreparedMessage } from "../conversation.ts";
import type { Diagnostic } from "../diagnostic.ts";
import { Scope } from "../identifiers.ts";
import { ModelReference } from "../model.ts";
import { AgentProfileSnapshot } from "./profile-snapshot.ts";

const closed = { additionalProperties: false } as const;

export const ProfileSummary = Type.Object(
  {
    /** The bare id; `scope` says which. */
    profileId: Type.String(),
    scope: Scope,
    name: Type.Optional(Type.String()),
    description: Type.Optional(Type.String()),
    autoActivate: Type.Optional(Type.Boolean()),
    /** Empty texts stand in the summary of a file that could not be read. */
    model: Type.Object({ provider: Type.String(), id: Type.String() }),
    thinkingLevel: Type.String(),
    promptStack: Type.Union([Type.String(), Type.Null()]),
    usable: Type.Boolean(),
    diagnostics: Type.Array(
      Type.Object({ level: Type.String(), message: Type.String(), field: Type.Optional(Type.String()) }),
    ),
  },
  closed,
);
export type ProfileSummary = Static<typeof ProfileSummary>;

export const ResolveProfileRequest = Type.Object({ profile: Type.String({ minLength: 1 }) }, closed);
export type ResolveProfileRequest = Static<typeof ResolveProfileRequest>;

export const PrepareRequest = Type.Object(
  {
    profile: Type.String({ minLength: 1 }),
    task: Type.Object({ text: Type.String() }, closed),
    access: Type.Object({ level: AccessLevel, network: NetworkAccess, allowProcess: Type.Boolean() }, closed),
    backend: Type.Object(
      {
        model: Type.Object({ provider: Type.String({ minLength: 1 }), id: Type.String({ minLength: 1 }) }, closed),
        thinkingLevel: Type.String({ minLength: 1 }),
        toolCatalog: Type.Array(
          Type.Object(
            {
              id: Type.String({ minLength: 1 }),
              name: Type.Optional(Type.String()),
              effects: Type.Optional(Type.Array(Type.String())),
            },
            closed,
          ),
        ),
      },
      closed,
    ),
  },
  closed,
);
export type PrepareRequest = Static<typeof PrepareRequest>;
/** What the asker says about rights, as far as a prompt depends on them. */
export type PromptAccessFacts = PrepareRequest["access"];
/** What the asker says about the backend that will run the prompt. */
export type BackendFacts = PrepareRequest["backend"];

export const PrepareReply = Type.Object(
  {
    /** The selector as it was asked for. */
    profileId: Type.String(),
    model: ModelReference,
    thinkingLevel: Type.String(),
    systemPrompt: Type.String(),
    messages: Type.Array(PreparedMessage),
    effectiveToolIds: Type.Array(Type.String()),
    effectiveToolNames: Type.Array(Type.String()),
    diagnostics: Type.Unsafe<readonly Diagnostic[]>(Type.Array(Type.Object({}))),
    profileSnapshot: AgentProfileSnapshot,
    /** ISO 8601. */
    preparedAt: Type.String(),
  },
  closed,
);
export type PrepareReply = Static<typeof PrepareReply>;
