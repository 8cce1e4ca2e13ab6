import type { Diagnostic } from "../contract/diagnostic.ts";
import type { Scope } from "../contract/identifiers.ts";
import type { AgentProfile } from "../contract/product/agent-profile.ts";
import type { PromptStack } from "../contract/product/prompt-stack.ts";

interface ResourceEntry {
  readonly scope: Scope;
  readonly id: string;
  /** Full path; absent for what is built in. */
  readonly file?: string;
  /** For a person: `this extension`, or the path seen from the project or the home directory. */
  readonly from: string;
  /** `sha256:` and hex over the bytes of the file; absent where there is no file or it could not be read. */
  readonly contentDigest?: string;
  /** Nothing in it is an error. Whether its stack can be found is known at resolution only. */
  readonly usable: boolean;
  readonly diagnostics: readonly Diagnostic[];
}

export interface ProfileEntry extends ResourceEntry {
  readonly kind: "json" | "markdown" | "built-in";
  readonly profile: AgentProfile;
  /** Markdown and built-in agents bring their stack along; a JSON profile names one. */
  readonly stack?: PromptStack;
  /** Asked for by a Markdown agent. */
  readonly maxTurns?: number;
  /** A Markdown agent wants the project's AGENTS.md or CLAUDE.md attached. */
  readonly inheritProjectContext?: boolean;
}

export interface StackEntry extends ResourceEntry {
  readonly stack: PromptStack;
}
