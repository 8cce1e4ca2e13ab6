import type { AccessReceipt, AccessRequest } from "../access.ts";
import { missingIsolation } from "../access-rules.ts";
import { type Diagnostic, error, warning } from "../diagnostic.ts";
import { type LimitsRequest, limitNames } from "../limits.ts";
import type { BackendDescriptor } from "./backend-descriptor.ts";
import type { MediaReference } from "./execution-intent.ts";
import type { AcceptedPreflight } from "./preflight.ts";

/** What was asked of a backend, whoever asked: the product's request and the runtime's intent both hold it. */
export interface Asked {
  readonly access: AccessRequest;
  readonly limits: LimitsRequest;
  readonly media: readonly MediaReference[];
  readonly remoteEgressConsent: boolean;
}

/** Every place where a backend accepted something else than was asked, or claims what it cannot do. */
export function* preflightAgreement(
  preflight: AcceptedPreflight,
  asked: Asked,
  mediaPlace: string,
): Generator<Diagnostic> {
  const { capabilities } = preflight.backend;
  if (capabilities.remoteTransport && !asked.remoteEgressConsent) {
    const message = "This backend sends the prompt to a provider, and the request does not consent to that.";
    yield error("preflight.egress", message, "remoteEgressConsent");
  }
  for (const [index, media] of asked.media.entries()) {
    if (capabilities.mediaMimeTypes.includes(media.mimeType)) continue;
    const message = `This backend takes no ${media.mimeType}: remove "${media.id}".`;
    yield error("preflight.media", message, `${mediaPlace}[${index}].mimeType`);
  }
  yield* accessAgreement(preflight.access, asked.access);
  yield* capabilityAgreement(preflight.access, capabilities);
  yield* mountAgreement(preflight.access, asked.access);
  yield* directoryAgreement(preflight.access, asked.access);
  yield* limitAgreement(preflight, asked.limits);
}

function* accessAgreement(received: AccessReceipt, asked: AccessRequest): Generator<Diagnostic> {
  const boundary = received.executionBoundary ?? "isolated";
  const process = asked.allowProcess === true;
  if (received.level !== asked.level) yield differs("access-level", "access.level", asked.level, received.level);
  if (received.network !== asked.network) yield differs("network", "access.network", asked.network, received.network);
  if (boundary !== asked.executionBoundary) {
    yield differs("execution-boundary", "access.executionBoundary", asked.executionBoundary, boundary);
  }
  if (received.process !== process) yield differs("process", "access.process", process, received.process);
  // Judged by what was asked: a receipt that differs is refused above, one that agrees must be enforced.
  const { level, network, executionBoundary } = asked;
  const needed = { level, network, executionBoundary, process };
  yield* missingIsolation(needed, received.enforcement, "preflight", "access.enforcement");
}

function* capabilityAgreement(
  received: AccessReceipt,
  capabilities: BackendDescriptor["capabilities"],
): Generator<Diagnostic> {
  const boundary = received.executionBoundary ?? "isolated";
  if (!capabilities.executionBoundaries.includes(boundary)) {
    const message = `The backend does not list the boundary "${boundary}" that it accepted.`;
    yield error("preflight.execution-boundary-capability", message, "access.executionBoundary");
  }
  for (const [claim, claimed] of Object.entries(received.enforcement)) {
    if (!claimed || Reflect.get(capabilities.access, claim) === true) continue;
    const message = `The receipt claims ${claim}, which the backend does not list.`;
    yield error("preflight.access-capability", message, `access.enforcement.${claim}`);
  }
}

function* mountAgreement(received: AccessReceipt, asked: AccessRequest): Generator<Diagnostic> {
  const mounts = new Map(received.mounts.map((each) => [each.workspaceHandle, each.mode]));
  for (const { handle, mode } of asked.workspaces) {
    const given = mounts.get(handle);
    if (given === undefined)
      yield error("preflight.mount-missing", `Workspace "${handle}" is not mounted.`, "access.mounts");
    else if (given !== mode) yield differs("mount-mode", "access.mounts", `"${handle}" ${mode}`, given);
  }
  for (const { workspaceHandle } of received.mounts) {
    if (asked.workspaces.some((each) => each.handle === workspaceHandle)) continue;
    yield error(
      "preflight.mount-extra",
      `Workspace "${workspaceHandle}" is mounted, but nobody asked.`,
      "access.mounts",
    );
  }
}

function* directoryAgreement(received: AccessReceipt, asked: AccessRequest): Generator<Diagnostic> {
  const place = "access.workingDirectory";
  const [wanted, given] = [asked.workingDirectory, received.workingDirectory];
  if (!wanted) {
    if (given) yield error("preflight.cwd-extra", "A working directory is set, but nobody asked.", place);
    return;
  }
  const mount = received.mounts.find((each) => each.mountId === given?.mountId);
  if (mount?.workspaceHandle === wanted.workspaceHandle && given?.path === wanted.path) return;
  yield error("preflight.cwd", `The working directory is not ${wanted.workspaceHandle}:${wanted.path}.`, place);
}

function* limitAgreement(preflight: AcceptedPreflight, asked: LimitsRequest): Generator<Diagnostic> {
  const { capabilities } = preflight.backend;
  for (const name of limitNames) {
    const [wanted, given] = [asked[name], preflight.limits[name]];
    const place = `limits.${name}`;
    if (wanted && !given) {
      const report = wanted.enforcement === "required" ? error : warning;
      yield report("preflight.limit-missing", `The backend does not keep ${name} of ${wanted.value}.`, place);
    }
    if (!given) continue;
    if (!wanted) yield error("preflight.limit-extra", `The backend limits ${name}, but nobody asked.`, place);
    if (wanted && given.value > wanted.value) yield differs("limit-value", place, wanted.value, given.value);
    if (wanted?.enforcement === "required" && given.enforcement !== "backend-hard") {
      const message = `${name} is required, but only ${given.enforcement} is offered.`;
      yield error("preflight.limit-enforcement", message, place);
    }
    if (!capabilities.limits[name].includes(given.enforcement)) {
      const message = `The backend does not list ${given.enforcement} for ${name}.`;
      yield error("preflight.limit-capability", message, place);
    }
    if (given.enforcement === "host-abort" && !capabilities.cancellation) {
      const message = `${name} is kept by cancelling, which this backend cannot do.`;
      yield error("preflight.timeout-cancellation", message, place);
    }
  }
}

function differs(problem: string, place: string, asked: unknown, given: unknown): Diagnostic {
  return error(`preflight.${problem}`, `${place} was asked to be ${asked}, but the backend accepted ${given}.`, place);
}
