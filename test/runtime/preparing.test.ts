import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import type { Registration } from "../../src/runtime/backend-registry.ts";
import { preparing } from "../../src/runtime/preparing.ts";
import { createFakeBackend } from "../../src/testing/fake-backend.ts";

function aRegistration(): Registration {
  const { backend } = createFakeBackend();
  const sets = { preflightIds: new Set<string>(), prepared: new Set<never>(), preparing: new Set<AbortController>() };
  return { backend, descriptor: backend.descriptor, running: 0, ...sets };
}

test("the asker ends it, at once where the asker had given up before", () => {
  const asker = new AbortController();
  const { signal } = preparing(aRegistration(), asker.signal);
  expect(signal.aborted).toBe(false);
  asker.abort();
  expect(signal.aborted).toBe(true);
  expect(preparing(aRegistration(), asker.signal).signal.aborted).toBe(true);
});

test("whoever lets go of the backend ends it", () => {
  const registration = aRegistration();
  const { signal } = preparing(registration, undefined);
  for (const abort of registration.preparing) abort.abort();
  expect(signal.aborted).toBe(true);
});

test("once it is over nobody ends it, and nothing is left behind", () => {
  const registration = aRegistration();
  const asker = new AbortController();
  const { signal, over } = preparing(registration, asker.signal);
  over();
  expect(getEventListeners(asker.signal, "abort")).toEqual([]);
  expect(registration.preparing.size).toBe(0);
  asker.abort();
  expect(signal.aborted).toBe(false);
});
