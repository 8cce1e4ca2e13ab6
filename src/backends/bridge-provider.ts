import type { ExtensionAPI } from "@mariozechner/pi-coding-agent";
import type { ProviderRegistration } from "./frames.ts";

/** A key that says nothing, for a provider that has to exist before the job brings the real one. */
const placeholderKey = "pi-forge-agent-no-key-yet";

/** Registers what only the parent knew. Pi reads a key as a variable's name or a command first, so such a key is refused. */
export function registerProvider(pi: ExtensionAPI, registration: ProviderRegistration, key: string | null): void {
  const apiKey = key ?? placeholderKey;
  if (/^[!$]/.test(apiKey) || Object.hasOwn(process.env, apiKey)) {
    throw new Error("The key handed over would be read as a command or a variable's name.");
  }
  pi.registerProvider(registration.provider, { ...registration.config, apiKey });
}
