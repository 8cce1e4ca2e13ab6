import { realpathSync } from "node:fs";
import { pathToFileURL } from "node:url";

type PiModules = typeof import("@mariozechner/pi-coding-agent");

/**
 * The exports of the Pi that runs this process. Pi gives them under its package name only to extensions that it
 * transpiles; compiled ones are loaded by Node itself, which may not find the name or may find another Pi. The script
 * that was started lies beside Pi's own index in either layout.
 */
export async function piModules(): Promise<PiModules> {
  return (await besideScript(process.argv[1])) ?? (await import("@mariozechner/pi-coding-agent"));
}

async function besideScript(script: string | undefined): Promise<PiModules | undefined> {
  if (script === undefined) return undefined;
  try {
    const modules: unknown = await import(new URL("./index.js", pathToFileURL(realpathSync(script))).href);
    return isPi(modules) ? modules : undefined;
  } catch {
    return undefined; // A self-contained binary, or another layout: the package name is left.
  }
}

function isPi(modules: unknown): modules is PiModules {
  return (
    typeof modules === "object" && modules !== null && "createReadToolDefinition" in modules && "VERSION" in modules
  );
}
