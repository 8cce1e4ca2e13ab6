import { expect } from "vitest";
import type { AgentExecutionPlan } from "../../src/contract/product/agent-execution-plan.ts";
import type { StoredRun } from "../../src/history/run-record.ts";
import type { RecordedRequest } from "./model-server.ts";

/** Texts that only a Pi which was not told better would send: the child's placeholder, and the beginning of Pi's own prompt. */
const neverSent = ["pi-forge-agent waits for its job", "a coding agent harness", "Current working directory:", "<cwd>"];

/** Every body that a run sent is the sealed conversation, byte for byte, with exactly the approved tools, and the record has their digests. */
export function expectSealedBodies(requests: readonly RecordedRequest[], run: StoredRun): void {
  const { plan, response } = run;
  if (!plan) throw new Error(`The record ${run.id} has no plan.`);
  expect(requests.length).toBeGreaterThan(0);
  const sealed = [{ role: "system", text: plan.systemPrompt }, ...plan.messages.map(plain)];
  for (const request of requests) {
    expect(request.json.messages.slice(0, sealed.length).map(plain)).toEqual(sealed);
    expect(toolNames(request)).toEqual(approvedTools(plan));
    for (const text of neverSent) expect(request.text).not.toContain(JSON.stringify(text).slice(1, -1));
  }
  expect(response?.childReport?.requests.map(({ payloadDigest }) => payloadDigest)).toEqual(
    requests.map(({ sha256 }) => sha256),
  );
}

function approvedTools({ preflight, effectiveToolIds }: AgentExecutionPlan): readonly string[] {
  const names = effectiveToolIds.map((id) => preflight.toolCatalog.find((tool) => tool.id === id)?.name ?? id);
  return [...names].sort();
}

function toolNames({ json }: RecordedRequest): readonly string[] {
  return (json.tools ?? []).map((tool: { function: { name: string } }) => tool.function.name).sort();
}

function plain({ role, content }: { readonly role: string; readonly content: unknown }) {
  const text = Array.isArray(content) ? content.map((part) => part.text).join("") : content;
  return { role, text };
}
