import type { Diagnostic } from "../contract/diagnostic.ts";
import { portBounds } from "./port-bounds.ts";

interface AvailableMessage {
  readonly hostId: string;
  readonly protocolVersion: number;
  readonly minVersion: number;
  readonly maxVersion: number;
  readonly capabilities: readonly string[];
  readonly generation: number;
}
interface DiscoverMessage {
  readonly protocolVersion: number;
  readonly minVersion: number;
  readonly maxVersion: number;
  readonly clientId: string;
}
interface RequestMessage {
  readonly requestId: string;
  readonly hostId: string;
  readonly generation: number;
  readonly operation: string;
  readonly payload: unknown;
}
interface ReplyMessage {
  readonly requestId: string;
  readonly hostId: string;
  readonly generation: number;
  readonly ok: boolean;
  readonly data: unknown;
  readonly error: string | undefined;
  readonly diagnostics: readonly Diagnostic[];
}
interface UnavailableMessage {
  readonly hostId: string;
  readonly generation: number;
}

// Existing peers send fields we do not know and numbers that are no integers: envelopes are read as they read them, and a
// message that cannot be read is not for us.
export function readAvailable(data: unknown): AvailableMessage | undefined {
  const read = reader(data, "available");
  const capabilities = read?.field("capabilities");
  const hostId = read?.id("hostId");
  const versions = read && readVersions(read);
  const generation = read?.number("generation");
  if (hostId === undefined || !versions || generation === undefined || !isTextList(capabilities)) return undefined;
  return { hostId, ...versions, capabilities: [...capabilities], generation };
}

export function readDiscover(data: unknown): DiscoverMessage | undefined {
  const read = reader(data, "discover");
  const clientId = read?.id("clientId");
  const versions = read && readVersions(read);
  return clientId === undefined || !versions ? undefined : { ...versions, clientId };
}

export function readRequest(data: unknown): RequestMessage | undefined {
  const read = reader(data, "request");
  const address = read && readAddress(read);
  const requestId = read?.id("requestId");
  const operation = read?.id("operation");
  if (!address || requestId === undefined || operation === undefined) return undefined;
  return { requestId, ...address, operation, payload: read?.field("payload") };
}

export function readReply(data: unknown): ReplyMessage | undefined {
  const read = reader(data, "reply");
  const address = read && readAddress(read);
  const requestId = read?.id("requestId");
  const ok = read?.field("ok");
  if (!read || !address || requestId === undefined || typeof ok !== "boolean") return undefined;
  const error = read.field("error");
  return {
    requestId,
    ...address,
    ok,
    data: read.field("data"),
    error: typeof error === "string" && error.trim() !== "" ? error.slice(0, portBounds.errorChars) : undefined,
    diagnostics: readDiagnostics(read.field("diagnostics")),
  };
}

export function readUnavailable(data: unknown): UnavailableMessage | undefined {
  const read = reader(data, "unavailable");
  return read && readAddress(read);
}

type Reader = NonNullable<ReturnType<typeof reader>>;

function reader(data: unknown, type: string) {
  if (typeof data !== "object" || data === null) return undefined;
  const field = (name: string): unknown => Object.getOwnPropertyDescriptor(data, name)?.value;
  if (field("type") !== type) return undefined;
  const id = (name: string): string | undefined => {
    const value = field(name);
    return typeof value === "string" && value.length <= portBounds.idChars ? value : undefined;
  };
  const number = (name: string): number | undefined => {
    const value = field(name);
    return typeof value === "number" ? value : undefined;
  };
  return { field, id, number };
}

function readVersions(read: Reader) {
  const protocolVersion = read.number("protocolVersion");
  const minVersion = read.number("minVersion");
  const maxVersion = read.number("maxVersion");
  if (protocolVersion === undefined || minVersion === undefined || maxVersion === undefined) return undefined;
  return { protocolVersion, minVersion, maxVersion };
}

function readAddress(read: Reader): { hostId: string; generation: number } | undefined {
  const hostId = read.id("hostId");
  const generation = read.number("generation");
  return hostId === undefined || generation === undefined ? undefined : { hostId, generation };
}

function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length <= 64 && value.every((each) => typeof each === "string");
}

function readDiagnostics(value: unknown): Diagnostic[] {
  if (!Array.isArray(value)) return [];
  return value.slice(0, portBounds.diagnostics).flatMap((each) => readDiagnostic(each) ?? []);
}

export function readDiagnostic(value: unknown): Diagnostic | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const text = (name: string) => {
    const field: unknown = Object.getOwnPropertyDescriptor(value, name)?.value;
    return typeof field === "string" ? field.slice(0, portBounds.errorChars) : undefined;
  };
  const level = text("level");
  const code = text("code");
  const message = text("message");
  if ((level !== "error" && level !== "warning" && level !== "info") || !code || message === undefined)
    return undefined;
  const path = text("path");
  const file = text("file");
  return { level, code, message, ...(path === undefined ? {} : { path }), ...(file === undefined ? {} : { file }) };
}
