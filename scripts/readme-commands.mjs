// Writes README's command table from the same definitions as the help. With --check it only compares.
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const { options } = await import(join(root, "dist", "src", "command-line.js"));
const { verbs } = await import(join(root, "dist", "src", "command-line-verbs.js"));
const { subagentVerbs } = await import(join(root, "dist", "commands", "subagent-verbs.js"));
const file = join(root, "README.md");
const readme = readFileSync(file, "utf8");
const cell = (text) => text.replaceAll("|", "\\|");
const places = { everywhere: "", pi: "Pi only", terminal: "terminal only" };
const table = [
  "| `/forge-agent …` | does |",
  "|---|---|",
  ...verbs.map(({ usage, summary }) => `| \`${cell(usage)}\` | ${cell(summary)} |`),
  "",
  "| `/subagent …` in Pi | does |",
  "|---|---|",
  ...subagentVerbs.map(({ usage, summary }) => `| \`${cell(usage)}\` | ${cell(summary)} |`),
  "",
  "| option | means | where |",
  "|---|---|---|",
  // Those of one verb alone stand in its own document.
  ...options
    .filter(({ only }) => only === undefined)
    .map((option) => {
      const value = option.value === undefined ? "" : ` ${option.value}`;
      return `| \`${cell(option.name + value)}\` | ${cell(option.summary)} | ${places[option.where]} |`;
    }),
].join("\n");
const written = readme.replace(
  /<!-- commands -->[\s\S]*<!-- \/commands -->/,
  `<!-- commands -->\n${table}\n<!-- /commands -->`,
);
if (process.argv.includes("--check")) {
  if (written !== readme) {
    console.error("README's command table is not what the definitions say: run node scripts/readme-commands.mjs");
    process.exit(1);
  }
} else writeFileSync(file, written);
