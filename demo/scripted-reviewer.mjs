// The demo's model: it follows a script, but what it reports is what its tool calls really returned.

/** @typedef {import("./model-server.mjs").RecordedRequest} RecordedRequest */

/** @param {RecordedRequest} request @returns {import("./model-server.mjs").Step} */
export function scriptedReviewer(request) {
  const offered = (request.json?.tools ?? []).map((tool) => tool.function?.name);
  if (offered.includes("bash") || !offered.includes("read")) return { text: outsideAnswer };
  const results = (request.json?.messages ?? []).filter((message) => message.role === "tool").map(textOf);
  switch (results.length) {
    case 0:
      return {
        text: "I look at what is here first.",
        tools: [{ name: "ls", arguments: { path: "." } }],
        usage: { input: 420, output: 18 },
      };
    case 1: {
      const readme = /^readme\.md$/im.exec(results[0])?.[0];
      return readme
        ? { tools: [{ name: "read", arguments: { path: readme } }], usage: { input: 510, output: 22 } }
        : { text: "There is no README here, so I have nothing to quote.", usage: { input: 510, output: 22 } };
    }
    case 2:
      return { tools: [{ name: "read", arguments: { path: "src/lock.ts" } }], usage: { input: 690, output: 22 } };
    default:
      return { text: report(results), usage: { input: 980, output: 160 } };
  }
}

const outsideAnswer = "I am the demo's scripted model. Type: /forge-agent run reviewer Review the checkout lock";

function textOf(message) {
  const { content } = message;
  return typeof content === "string" ? content : content.map((part) => part.text ?? "").join("");
}

/** Two findings, each with a line quoted from the file that was read. */
function report([, readme, lock]) {
  const promise =
    readme
      .replace(/\s+/g, " ")
      .match(/[^.]*expires after[^.]*\./)?.[0]
      ?.trim() ?? "(no such sentence)";
  const lines = lock.split("\n");
  const check = lines.findIndex((line) => line.includes("until > now"));
  const write = lines.findIndex((line) => line.includes("held.set"));
  return [
    "1. high: two callers can both get the lock.",
    `   src/lock.ts:${check + 1}  \`${lines[check]?.trim()}\` is checked before an await, and`,
    `   src/lock.ts:${write + 1}  \`${lines[write]?.trim()}\` is written after it.`,
    `2. The README says: "${promise}" The code agrees: \`${lines.find((line) => line.includes("lockSeconds ="))?.trim()}\`.`,
    "",
    "Read: README.md, src/lock.ts. Not read: src/cart.ts.",
  ].join("\n");
}
