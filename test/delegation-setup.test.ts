import { expect, test } from "vitest";
import { compileThrough } from "../src/delegation-conversation.ts";
import { setupOfPlan } from "../src/delegation-setup.ts";
import { createForgeHost } from "../src/host/create-forge-host.ts";
import { connectForgeHost } from "../src/host/port-host.ts";
import { anAcceptedPreflight, aRequest, aSealedPlan } from "./contract/builders.ts";
import { aBus } from "./support/bus.ts";
import { aProfile, aStack, forgeFiles, ofOneTest } from "./support/forge-files.ts";

const now = new Date("2026-01-02T03:04:05.678Z");
const later = new Date("2026-01-03T04:05:06.678Z");

/** The setup fingerprint of a plan whose stack holds one block, for one task. */
async function setup(content: string, task: Parameters<typeof aRequest>[0] = {}): Promise<string | null> {
  const items = [{ kind: "block", id: "b", role: "system", content }];
  const files = ofOneTest(
    forgeFiles({
      ".pi/forge/prompt-stacks/t.json": aStack({ items }),
      ".pi/forge/agent-profiles/p.json": aProfile({ promptStack: "t", model: anAcceptedPreflight().model }),
    }),
  );
  const transport = aBus();
  const host = createForgeHost({
    cwd: "/project",
    globalDir: files.cwd.concat("/.pi/forge"),
    transport,
    trusted: false,
    home: files.home,
    env: {},
    clock: () => now,
  });
  host.start();
  const client = await connectForgeHost({ transport, settleMs: 1 });
  if (!client.ok) throw new Error("The host answers.");
  const snapshot = await client.value.resolveProfile("global:p");
  if (!snapshot.ok) throw new Error("The profile resolves.");
  const request = aRequest({ profileId: "global:p", ...task });
  const compiled = await compileThrough(client.value, request, snapshot.value, anAcceptedPreflight());
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.diagnostics));
  const plan = aSealedPlan({ conversation: compiled.value.conversation });
  const source = { request, snapshot: snapshot.value, compiled: compiled.value };
  return setupOfPlan(plan, source, async (again) => host.prepareAt(again, later), "nonce");
}

const fingerprint = /^sha256:v1:[a-f0-9]{64}$/;

test("a setup has one name for every task", async () => {
  const one = await setup("You review {{ cwd }}.", { input: { text: "One." } });
  expect(one).toMatch(fingerprint);
  expect(await setup("You review {{ cwd }}.", { input: { text: "Two, at more length." } })).toBe(one);
  expect(await setup("You review {{ cwd }} well.")).not.toBe(one);
});

test.each([
  "{{ lastUserMessage }}",
  "{{ runtime.lastUserMessage | upper }}",
  "{% if lastUserMessage == 'Do it.' %}Obey.{% else %}Do not.{% endif %}",
  "It is {{ date }}.",
  "{{ time }}",
  "{{ runtime.populatedAt }}",
])("a prompt that tells the task or the time has none: %s", async (content) => {
  expect(await setup(`Always. ${content}`, { input: { text: "Do it." } })).toBeNull();
});

test("what is attached to the task is no part of the setup", async () => {
  const item = { id: "c", kind: "resource-excerpt" as const, text: "a diff", required: true };
  const items = [{ ...item, provenance: { source: "git diff" } }];
  const attached = { selectedContext: { maxBytes: 4096, items } };
  expect(await setup("You review.", attached)).toBe(await setup("You review."));
});

test("a host that fails or changes its mind has none", async () => {
  const request = aRequest();
  const snapshot = { profileId: "project:p" } as Parameters<typeof setupOfPlan>[1]["snapshot"];
  const source = { request, snapshot } as Parameters<typeof setupOfPlan>[1];
  expect(await setupOfPlan(aSealedPlan(), source, async () => ({ ok: false, diagnostics: [] }), "n")).toBeNull();
});
