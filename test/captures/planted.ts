import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { panelLines } from "../../src/approval/panel.ts";
import { update } from "../../src/approval/panel-state.ts";
import type { SealedPlan } from "../../src/contract/runtime/sealed-plan.ts";
import { judgedSetup } from "../../src/contract/runtime/setup-fingerprint.ts";
import { lineText } from "../../src/ui/line.ts";
import { aPlan, aSubject, facts, type PlanOverrides } from "../approval/a-subject.ts";
import { aPanel } from "../approval/panel-driver.ts";

/*
 * Twenty first pages at 80 by 24, of which four have one planted change each, for readers who never saw the product: whoever reads them
 * should name each change. `PLANTED_DIR=… npm run captures` writes them, and which they are to key.txt.
 */
const target = process.env.PLANTED_DIR;
const systemPrompt =
  "You review a change.\nReport only defects you can point to with file:line.\nDo not propose features.";
const files = ["lock", "cart", "mail", "price", "stock", "tax", "login", "search", "order", "refund"];
const tasks = files.flatMap((file) => [
  `Review src/${file}.ts for races. Report only defects you can point to with\nfile:line.`,
  `Read src/${file}.ts and its tests. Which branch is not tested?`,
]);

const destination = { ...facts().destination, host: "api.anthropic.co", baseUrl: "https://api.anthropic.co" };
const planted: ReadonlyMap<number, { readonly what: string; readonly plan: PlanOverrides; readonly tokens?: number }> =
  new Map([
    [3, { what: "another host: api.anthropic.co", plan: { facts: facts({ destination }) } }],
    [8, { what: "a wider root: /home/kim/src", plan: { facts: facts({ root: "/home/kim/src" }) } }],
    [12, { what: "a raised limit: 2M tokens instead of 200k", plan: {}, tokens: 2_000_000 }],
    [17, { what: "an altered prompt: one line more", plan: { systemPrompt: `${systemPrompt}\nQuote whole files.` } }],
  ]);

test("twenty first pages, four of them with one planted change", () => {
  const pages = tasks.map((task, index) => firstPage(task, index));
  for (const [index, page] of pages.entries()) {
    const changes = /3 Changed \((\d+)\)/.exec(page)?.[1];
    expect(changes, `page ${index + 1}`).toBe(planted.has(index) ? "1" : undefined);
  }
  if (target === undefined) return console.log("The twenty pages are not written: set PLANTED_DIR to a directory.");
  mkdirSync(target, { recursive: true });
  for (const [index, page] of pages.entries()) writeFileSync(join(target, `${number(index)}.txt`), `${page}\n`);
  writeFileSync(
    join(target, "key.txt"),
    [...planted].map(([index, { what }]) => `${number(index)} ${what}\n`).join(""),
  );
});

function firstPage(task: string, index: number): string {
  const change = planted.get(index);
  const seal = `sha256:v1:${(0x7f3a91c02be4 + index * 0x1f35a7b9d31).toString(16).padStart(12, "0").slice(-12).padEnd(64, "0")}`;
  const plan = withTokens(aPlan({ systemPrompt, task, seal, ...change?.plan }), change?.tokens);
  const lastYes = {
    approvedAt: new Date(Date.now() - 3_600_000).toISOString(),
    setup: "the setup",
    times: 2,
    host: "ours",
    judged: judgedSetup(aPlan({ systemPrompt })),
  };
  const setup = { judged: judgedSetup(plan), fingerprint: change ? "another" : "the setup" };
  const known = { lastYes, setup, home: "/home/kim", trustedSince: "2026-11-12T10:00:00.000Z" };
  const state = update(aPanel({ ...aSubject({ task }), plan, ...known }), { type: "tick", at: 600 });
  return panelLines(state).map(lineText).join("\n");
}

function withTokens(plan: SealedPlan, tokens: number | undefined): SealedPlan {
  if (tokens === undefined) return plan;
  const limits = { ...plan.preflight.limits, tokenBudget: { value: tokens, enforcement: "backend-hard" as const } };
  return { ...plan, preflight: { ...plan.preflight, limits } };
}

function number(index: number): string {
  return String(index + 1).padStart(2, "0");
}
