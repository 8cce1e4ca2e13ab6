import type { ExtensionAPI } from "@mariozechner/pi-coding-agent";
import type { ProviderRegistration } from "./frames.ts";

/** A key that says nothing, for a provider that has to exist before the job brings the real one. */
const placeholderKey = "pi-forge-agent-no-key-yet";

/** Registers what only the parent knew. */
export function registerProvider(pi: ExtensionAPI, registration: ProviderRegistration): void {
  pi.registerProvider(registration.provider, { ...registration.config, apiKey: placeholderKey });
}
