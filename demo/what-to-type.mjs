// Says inside Pi what the demo has said before Pi filled the screen.

/** @param {import("@mariozechner/pi-coding-agent").ExtensionAPI} pi */
export default function whatToType(pi) {
  pi.on("session_start", (_event, { ui }) => {
    ui.notify(
      `Demo: type what follows, read the panel, then approve with Ctrl+Y.\n${process.env.FORGE_AGENT_DEMO_TYPE}`,
      "info",
    );
  });
}
