import type { App } from "./app.ts";
import { profilesForModel } from "./app-model-profiles.ts";
import { capChars, capLine } from "./text/cap.ts";

const mostProfiles = 8;
const mostChars = 1_000;
const lineChars = 110;

/** The profiles that the model may use, short enough for a tool's description; undefined where the settings do not ask for it. */
export async function toolSummary(app: App, canAsk: boolean): Promise<string | undefined> {
  if (!app.settings().settings.summaryInToolDescription.value) return undefined;
  const { details } = await profilesForModel(app, { invocationToolAvailable: true, canAsk });
  if (details.profiles.length === 0) return undefined;
  const shown = details.profiles.slice(0, mostProfiles).map(({ id, name, status }) => {
    const about = [name, status === "ready" ? undefined : status].filter((each) => each !== undefined).join(", ");
    return `- ${capLine(about === "" ? id : `${id} (${about})`, lineChars)}`;
  });
  const more = details.profiles.length - shown.length;
  const lines = ["Profiles at the start of this session:", ...shown, ...(more > 0 ? [`... and ${more} more`] : [])];
  return capChars(lines.join("\n"), mostChars, () => "…");
}
