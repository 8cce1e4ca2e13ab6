import type { ExtensionAPI } from "@mariozechner/pi-coding-agent";
import { openChannel } from "./bridge-channel.ts";
import { followEvents } from "./bridge-events.ts";
import { messageOf, refuse } from "./bridge-guard.ts";
import { registerProvider } from "./bridge-provider.ts";
import { followJob } from "./bridge-request.ts";
import { type BridgeRun, bridgeRun } from "./bridge-run.ts";
import { protocolVersion, type SetupFrame } from "./frames.ts";
import { piModules } from "./pi-modules.ts";
import { createReadTools } from "./read-tools.ts";

/** The one extension of the child: it sends the sealed job and nothing else, or ends the process. */
export default async function bridge(pi: ExtensionAPI): Promise<void> {
  const channel = openChannel();
  const run = bridgeRun(channel.write);
  channel.onProtocolError((message) => refuse(run, "bridge.protocol", message));
  process.on("exit", () => run.end(run.cancelled() ? "cancelled" : "failed", { message: run.lastError() }));
  try {
    const setup = await channel.setup;
    if (setup.version !== protocolVersion) refuse(run, "bridge.version", `Protocol ${setup.version} is not ours.`);
    run.limit(setup.limits);
    if (setup.registration !== null) registerProvider(pi, setup.registration);
    await registerTools(pi, run, setup);
    followJob(pi, run, setup, channel);
    followEvents(pi, run, setup.tools);
  } catch (cause) {
    refuse(run, "bridge.setup", messageOf(cause));
  }
}

async function registerTools(pi: ExtensionAPI, run: BridgeRun, setup: SetupFrame): Promise<void> {
  const tools = await createReadTools({
    pi: await piModules(),
    root: setup.root,
    denied: setup.denied,
    allowed: setup.allowed,
    tools: setup.tools,
    onRead: (path) => run.tool("read", "", path),
    onRefused: (path, reason) => run.tool("refused", reason, path),
  });
  for (const tool of tools) pi.registerTool(tool);
}
