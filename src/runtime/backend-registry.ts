import { error, hasErrors } from "../contract/diagnostic.ts";
import { frozenCopy } from "../contract/frozen.ts";
import { failure, type Outcome, success } from "../contract/outcome.ts";
import { type BackendDescriptor, checkBackendDescriptor } from "../contract/runtime/backend-descriptor.ts";
import type { Backend } from "./backend.ts";
import type { SealedRun } from "./prepared-run.ts";
import { ExecutionRuntimeError } from "./runtime-error.ts";

export interface Registration {
  readonly backend: Backend<unknown>;
  /** As it was when registered; a preflight that says otherwise is refused. */
  readonly descriptor: BackendDescriptor;
  readonly preflightIds: Set<string>;
  /** Sealed, and neither executed nor discarded yet. */
  readonly prepared: Set<SealedRun>;
  /** Ends preparations on their way. */
  readonly preparing: Set<AbortController>;
  /** Runs that execute or drain. */
  running: number;
}

export interface BackendRegistry {
  register(backend: Backend<unknown>): { dispose(): Outcome<void> };
  find(id: string): Outcome<Registration>;
  all(): readonly Registration[];
  /** Copies that the caller may change, sorted by id. */
  list(): readonly BackendDescriptor[];
}

/** `release` is told of a registration that has just left, to let go of what it prepared. */
export function backendRegistry(release: (registration: Registration) => void): BackendRegistry {
  const registrations = new Map<string, Registration>();
  return {
    register(backend) {
      const descriptor = checkedDescriptor(backend);
      if (registrations.has(descriptor.id)) {
        throw new ExecutionRuntimeError("backend.duplicate", `The backend "${descriptor.id}" is already registered.`);
      }
      const registration: Registration = {
        backend,
        descriptor,
        preflightIds: new Set(),
        prepared: new Set(),
        preparing: new Set(),
        running: 0,
      };
      registrations.set(descriptor.id, registration);
      return { dispose: () => unregister(registration) };
    },
    find(id) {
      const found = registrations.get(id);
      if (found !== undefined) return success(found);
      const known = [...registrations.keys()].sort().join(", ");
      return failure(error("backend.missing", `No backend "${id}" is registered; there is: ${known || "none"}.`));
    },
    all: () => [...registrations.values()],
    // Not `canonicalCopy`, which hands a frozen copy back as it is.
    list: () => [...registrations.values()].map((each) => structuredClone(each.descriptor)).sort(byId),
  };

  function unregister(registration: Registration): Outcome<void> {
    const { id } = registration.descriptor;
    if (registrations.get(id) !== registration) return success(undefined);
    if (registration.running > 0) {
      return failure(
        error("backend.busy", `The backend "${id}" still has ${registration.running} run(s); cancel them first.`),
      );
    }
    registrations.delete(id);
    release(registration);
    return success(undefined);
  }
}

function checkedDescriptor(backend: Backend<unknown>): BackendDescriptor {
  let descriptor: BackendDescriptor;
  try {
    descriptor = frozenCopy(backend.descriptor);
  } catch (cause) {
    throw new ExecutionRuntimeError("backend.invalid", `The backend's descriptor is not plain JSON: ${String(cause)}.`);
  }
  const problems = checkBackendDescriptor(descriptor);
  if (!hasErrors(problems)) return descriptor;
  throw new ExecutionRuntimeError("backend.invalid", "The backend's descriptor is not valid.", problems);
}

function byId(left: BackendDescriptor, right: BackendDescriptor): number {
  return left.id < right.id ? -1 : 1;
}
