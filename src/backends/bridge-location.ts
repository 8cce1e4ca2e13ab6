import { fileURLToPath } from "node:url";

const isCompiled = !import.meta.url.endsWith(".ts");

/** The compiled package holds `bridge.js`, the source tree `bridge.ts`; Pi loads either. */
export const bridgePath = fileURLToPath(new URL(isCompiled ? "./bridge.js" : "./bridge.ts", import.meta.url));

/** The compiled bridge needs no transpiler, whose cache would be left in the temp directory. */
export const bridgeVariables: Readonly<Record<string, string>> = isCompiled ? { JITI_FS_CACHE: "false" } : {};
