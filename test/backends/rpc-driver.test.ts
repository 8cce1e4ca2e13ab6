import { expect, test } from "vitest";
import { rpcDriver } from "../../src/backends/rpc-driver.ts";

function driver() {
  const written: string[] = [];
  let settled = 0;
  const rpc = rpcDriver({
    write: (text) => written.push(text),
    settled: () => {
      settled += 1;
    },
  });
  const say = (record: object) => rpc.receive(JSON.stringify(record));
  const answerState = (count: number) =>
    say({ id: `settled?${count}`, type: "response", command: "get_state", success: true, data: {} });
  return { rpc, say, answerState, written, settled: () => settled };
}

test("on the older Pi an end is the last one when no retry was announced before the state came", () => {
  const { say, answerState, settled } = driver();
  say({ type: "agent_end", messages: [] });
  say({ type: "auto_retry_start", attempt: 1 });
  answerState(1);
  expect(settled()).toBe(0);
  say({ type: "agent_start" });
  say({ type: "agent_end", messages: [] });
  answerState(1);
  expect(settled()).toBe(0);
  answerState(2);
  expect(settled()).toBe(1);
});

test("on the newer Pi its own word counts", () => {
  const { say, settled } = driver();
  say({ type: "agent_settled", aborted: false });
  expect(settled()).toBe(1);
});

test("a refused prompt is the end, an accepted one is not", () => {
  const { rpc, say, written, settled } = driver();
  rpc.prompt("wait");
  expect(JSON.parse(written[0] ?? "")).toEqual({ id: "prompt", type: "prompt", message: "wait" });
  say({ id: "prompt", type: "response", command: "prompt", success: true });
  expect(settled()).toBe(0);
  say({ id: "prompt", type: "response", command: "prompt", success: false, error: "no" });
  expect(settled()).toBe(1);
});
