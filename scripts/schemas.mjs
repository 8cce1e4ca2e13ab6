// Writes the JSON Schemas of the files that people edit, from the built contract: node scripts/schemas.mjs
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const { publishedSchemas } = await import(new URL("../dist/src/app-schemas.js", import.meta.url).href);
mkdirSync(join(root, "schemas"), { recursive: true });
for (const [name, schema] of Object.entries(publishedSchemas())) {
  const file = join(root, "schemas", `${name}.schema.json`);
  writeFileSync(file, `${JSON.stringify(schema, null, 2)}\n`);
  console.log(`schemas: ${name}.schema.json`);
}
