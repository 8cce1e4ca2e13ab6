import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Of this package, whether it runs from its sources or as it is published. */
export function version(): string {
  let directory = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(directory, "package.json"))) directory = dirname(directory);
  const { name, version } = JSON.parse(readFileSync(join(directory, "package.json"), "utf8"));
  return `${name} ${version}`;
}
