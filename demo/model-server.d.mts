import type { IncomingHttpHeaders } from "node:http";

export type Api = "openai-completions" | "openai-responses" | "anthropic-messages";

/** Something to wait for in the middle of an answer. */
export type Pause = Promise<unknown> | (() => Promise<unknown>);

/** Text, or its pieces in order; a promise among them holds the stream there until it resolves. */
export type Said = string | readonly (string | Pause)[];

/** One answer. Everything is optional: an empty step is an empty answer that stops normally. */
export interface Step {
  readonly text?: Said;
  readonly thinking?: Said;
  /** `arguments` as a string is sent as it is, valid JSON or not. */
  readonly tools?: readonly { readonly name: string; readonly arguments?: object | string; readonly id?: string }[];
  readonly usage?: { readonly input?: number; readonly output?: number; readonly cached?: number };
  readonly stop?: "stop" | "length" | "tools" | "filter";
  /** Waited for before the response headers. */
  readonly hold?: Pause;
  /** `headers`: never answers. `body`: sends thinking and text, then never ends. */
  readonly hang?: "headers" | "body";
  /** Destroys the connection before any answer, or after thinking and text. */
  readonly disconnect?: "before" | "body";
  /** Ends the stream without its last events. */
  readonly truncate?: boolean;
  /** Sent in place of everything else. */
  readonly rawBody?: string;
  readonly status?: number;
  readonly errorBody?: object | string;
  readonly headers?: Readonly<Record<string, string>>;
}

export type Script = readonly Step[] | ((request: RecordedRequest) => Step | undefined | Promise<Step | undefined>);

export interface RecordedRequest {
  /** 1-based, in order of arrival. */
  readonly number: number;
  readonly api: Api;
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The bytes as they came. */
  readonly body: Buffer;
  readonly text: string;
  /** The parsed body; undefined when it is no JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: the body has a different shape for each API; tests look into it freely.
  readonly json: any;
  /** SHA-256 of `body`, lower-case hexadecimal. */
  readonly sha256: string;
  /** Milliseconds since the epoch, with fractions. */
  readonly receivedAt: number;
  /** Assistant turns since the last user message. */
  readonly turn: number;
  readonly assistantTurns: number;
  /** Settles when the exchange is over: answered whole, or the connection was dropped by either side. */
  readonly closed: Promise<"answered" | "dropped">;
}

export interface ServerOptions {
  readonly script?: Script;
  /** 0, the default, takes any free port. */
  readonly port?: number;
}

export interface ModelServer {
  /** With `/v1`, for the OpenAI shapes. */
  readonly baseUrl: string;
  /** Without a path, for the Anthropic shape. */
  readonly origin: string;
  readonly port: number;
  readonly requests: readonly RecordedRequest[];
  /** The `count`-th request (1-based), once it is here; throws after `timeoutMs` (30 s). */
  waitForRequest(count?: number, timeoutMs?: number): Promise<RecordedRequest>;
  /** Replaces the script for requests that arrive from now on. */
  setScript(script: Script): void;
  close(): Promise<void>;
}

export function startModelServer(options?: ServerOptions): Promise<ModelServer>;
export function gate(): { readonly opened: Promise<unknown>; readonly open: () => void };
