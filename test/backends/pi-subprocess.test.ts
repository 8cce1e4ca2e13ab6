import { afterEach, expect, test } from "vitest";
import { closeWorlds, world } from "./pi-harness.ts";

afterEach(closeWorlds);

test("runs a plan with three requests and answers with the last text", async () => {
  const { server, prepare, execute } = await world({
    script: [
      { text: "Looking.", tools: [{ name: "ls", arguments: { path: "." } }] },
      { tools: [{ name: "read", arguments: { path: "a.txt" } }] },
      { text: ["The fact ", "is 42."] },
    ],
  });
  const prepared = await prepare();
  expect(server.requests).toHaveLength(0);
  const result = await execute(prepared).result;
  console.log(
    JSON.stringify(result, null, 1),
    server.requests.map((r) => r.text),
  );
  expect(result.status).toBe("completed");
  expect(result.output).toMatchObject({ text: "The fact is 42.", partial: false });
  expect(server.requests).toHaveLength(3);
}, 20_000);
