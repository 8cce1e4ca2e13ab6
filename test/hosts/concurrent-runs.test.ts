import { afterEach, describe, expect, test } from "vitest";
import { closeWorlds, world } from "../backends/pi-harness.ts";
import type { Script } from "../support/model-server.ts";
import { partOf, piHosts, takesPart } from "../support/pi-hosts.ts";
import { holdings } from "../support/process-holdings.ts";

const { hosts, missing } = piHosts();
for (const reason of missing) console.warn(`Not run: ${reason}`);

afterEach(closeWorlds);

/** `npm run test:concurrent` starts twenty at once, which would starve the tests beside it. */
const count = Number(process.env.CONCURRENT_RUNS ?? 4);
const numbers = Array.from({ length: count }, (_, index) => index + 1);
const taskOf = (number: number) => `Say what file${number}.txt says.`;
const secretOf = (number: number) => `the fact of ${number} is ${number * 7_919}`;

/** Reads the file that the task names, then repeats what came back of it. */
const script: Script = ({ json, text, turn }) => {
  const path = /file\d+\.txt/.exec(json.messages[1].content[0].text)?.[0] ?? "none";
  if (turn === 0) return { tools: [{ name: "read", arguments: { path } }] };
  return { text: `${path}: ${/the fact of \d+ is \d+/.exec(text)?.[0]}` };
};

const kinds = ["subprocess", "rpc"] as const;

describe.each(hosts)("$name", (host) => {
  test.each(kinds.filter((_, index) => takesPart(index, partOf(host))))(
    `%s: ${count} runs at once have ${count} results, do not mix, and leave nothing behind`,
    async (kind) => {
      const before = holdings();
      const files = Object.fromEntries(numbers.map((number) => [`file${number}.txt`, secretOf(number)]));
      const there = await world({ host, kind, script, files, options: { idleTimeoutMs: 600_000 } });
      const prepared = await Promise.all(
        numbers.map((number) => {
          const content = [{ type: "text" as const, text: taskOf(number) }];
          return there.prepare({ conversation: { messages: [{ role: "user", content }] } });
        }),
      );
      const results = await Promise.all(prepared.map((each) => there.execute(each).result));

      expect(results.map(({ output }) => output?.text)).toEqual(
        numbers.map((number) => `file${number}.txt: ${secretOf(number)}`),
      );
      expect(there.server.requests).toHaveLength(2 * numbers.length);
      for (const [index, { report }] of results.entries()) {
        const own = there.server.requests.filter(({ text }) => text.includes(taskOf(index + 1)));
        const requests = own.map(({ sha256 }) => ({ payloadDigest: sha256 }));
        expect(report).toMatchObject({ requests, filesRead: [`file${index + 1}.txt`] });
      }
      await closeWorlds();
      expect(holdings()).toEqual(before);
    },
    300_000,
  );
});
