// Writes README's command table from the same definitions as the help. With --check it only compares.
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const { options } = await import(join(root, "dist", "src", "command-line-known.js"));
const { verbs } = await import(join(root, "dist", "src", "command-line-verbs.js"));
const { subagentVerbs } = await import(join(root, "dist", "commands", "subagent-verbs.js"));
const file = join(root, "README.md");
const readme = readFileSync(file, "utf8");
const cell = (text) => text.replaceAll("|", "\\|");
const named = (option) => `\`${cell(option.value === undefined ? option.name : `${option.name} ${option.value}`)}\``;
const code = (words) => words.map((each) => `\`${each}\``).join(", ");
const doors = { everywhere: [], pi: ["in Pi"], terminal: ["in a terminal"] };
const ofTasks = (option) => option.verbs.includes("run");
/** Where it is taken, if that is not both doors, and by which verbs, if not by both that run and plan; then where else its name is. */
const place = (option) =>
  [option, ...options.filter((each) => each !== option && each.name === option.name)]
    .map((each, index) => {
      const narrow = each.verbs.includes("run") && each.verbs.includes("plan") ? [] : [code(each.verbs)];
      return [...(index === 0 ? [] : ["also"]), ...narrow, ...doors[each.where]].join(" ");
    })
    .filter((each) => each !== "")
    .join("; ");
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
  ...options.filter(ofTasks).map((option) => `| ${named(option)} | ${cell(option.summary)} | ${place(option)} |`),
  // What each of them does stands in a document of its own.
  `| ${options
    .filter(
      (option) =>
        option.verbs.includes("history") && !options.some((each) => ofTasks(each) && each.name === option.name),
    )
    .map(named)
    .join(" ")} | Which runs, and what is done with one: [docs/history.md](docs/history.md). | \`history\` |`,
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
