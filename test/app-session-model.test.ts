import { expect, test } from "vitest";
import { createSessionModel, type ProbeModel } from "../src/app-session-model.ts";
import type { PiProbe } from "../src/backends/probe-pi.ts";
import { error } from "../src/contract/diagnostic.ts";
import { failure, success } from "../src/contract/outcome.ts";

const never = new AbortController().signal;
const given = { provider: "acme", id: "given" };

function aProbe(answer: Awaited<ReturnType<ProbeModel>>) {
  const asked: (string | undefined)[] = [];
  const probe: ProbeModel = async (model) => {
    asked.push(model?.id);
    return answer;
  };
  return { asked, probe };
}

const pisOwn = success({ facts: { model: { provider: "acme", id: "own" } }, thinkingLevel: "low" } as PiProbe);

test("Pi's own model is asked for once, and known from then on", async () => {
  const session = createSessionModel(undefined);
  const { asked, probe } = aProbe(pisOwn);
  expect(session.known()).toEqual({});
  const found = { model: { provider: "acme", id: "own" }, thinking: "low" };
  expect(await session.ask(probe, never)).toMatchObject({ ok: true, value: found });
  expect(await session.ask(probe, never)).toMatchObject({ ok: true, value: found });
  expect(session.known()).toEqual(found);
  expect(asked).toEqual([undefined]);
});

test("a given model is known at once, and only its thinking level is asked for", async () => {
  const session = createSessionModel(given);
  const { asked, probe } = aProbe(pisOwn);
  expect(session.known()).toEqual({ model: given });
  await session.ask(probe, never);
  expect(asked).toEqual(["given"]);
});

test("what cannot be found out is asked for again the next time", async () => {
  const session = createSessionModel(undefined);
  const { asked, probe } = aProbe(failure(error("pi.no-model", "There is none.")));
  expect(await session.ask(probe, never)).toMatchObject({ ok: false });
  expect(await session.ask(probe, never)).toMatchObject({ ok: false });
  expect(session.known()).toEqual({});
  expect(asked).toHaveLength(2);
});
