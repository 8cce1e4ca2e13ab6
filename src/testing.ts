export { type ConformanceOptions, type ConformanceReport, runBackendConformance } from "./testing/conformance.ts";
export { ConformanceError } from "./testing/conformance-error.ts";
export { createFakeBackend, type FakeBackend, type FakeBackendOptions } from "./testing/fake-backend.ts";
export { type FakeFailure, type FakeModes, fakeFailures } from "./testing/fake-modes.ts";
export { sampleCompile, sampleIntent } from "./testing/sample-intent.ts";
export { sampleReceipt } from "./testing/sample-receipt.ts";
