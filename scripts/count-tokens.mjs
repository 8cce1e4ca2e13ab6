// What our tools cost in every request of a parent session (o200k). Fails when that is more than was promised.
// Reads the built extension; another directory than dist/ may be named.
import { resolve } from "node:path";
import { argv } from "node:process";
import { fileURLToPath, pathToFileURL } from "node:url";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";

const promised = 350;
const root = fileURLToPath(new URL("..", import.meta.url));

/** Each tool with the tokens of its definition, and of its line in Pi's list of tools. */
export async function countedTools(directory = resolve(root, "dist")) {
  const { default: forgeAgent } = await import(pathToFileURL(`${directory}/extension.js`).href);
  const tools = [];
  const ignored = () => {};
  forgeAgent({
    registerTool: (tool) => tools.push(tool),
    registerCommand: ignored,
    registerMessageRenderer: ignored,
    on: ignored,
    events: { on: ignored, emit: ignored },
  });
  return tools.map(({ name, description, parameters, promptSnippet }) => ({
    name,
    definition: countTokens(JSON.stringify({ name, description, parameters })),
    snippet: countTokens(`- ${name}: ${promptSnippet}`),
  }));
}

if (import.meta.url === pathToFileURL(argv[1] ?? "").href) {
  const counted = await countedTools(argv[2] && resolve(root, argv[2]));
  for (const { name, definition, snippet } of counted) {
    console.log(`${name.padEnd(24)} ${String(definition).padStart(4)} tokens, and ${snippet} in Pi's list of tools`);
  }
  const total = counted.reduce((sum, each) => sum + each.definition, 0);
  console.log(`${"together".padEnd(24)} ${String(total).padStart(4)} of ${promised} tokens`);
  process.exitCode = counted.length > 0 && total <= promised ? 0 : 1;
}
