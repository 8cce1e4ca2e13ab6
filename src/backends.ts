export type { ModelFacts, ModelFactsPort } from "./backends/model-facts.ts";
export type { PiPreparation } from "./backends/pi-backend.ts";
export type { PiInstallation } from "./backends/pi-installation.ts";
export type { PiBackendOptions } from "./backends/pi-options.ts";
export { createPiRpcBackend, createPiSubprocessBackend } from "./backends/pi-subprocess.ts";
export { type PiProbe, type ProbeRequest, probePi } from "./backends/probe-pi.ts";
