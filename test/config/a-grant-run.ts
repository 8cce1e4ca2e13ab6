import type { GrantSubject } from "../../src/config/grant.ts";
import type { GrantBudget } from "../../src/config/grant-budget.ts";
import type { GrantRun } from "../../src/config/grant-ledger.ts";

export const minute = 60_000;
export const budget: GrantBudget = { runs: 3, minutes: 60, tokens: 1000 };
export const subject: GrantSubject = {
  project: "/p",
  sessionId: "s",
  asker: "model",
  profileId: "project:scout",
  wishes: "",
};
export const terms = { subject, host: "ours", setup: "A" };

export function aRun(overrides: Partial<GrantRun> = {}): GrantRun {
  return { ...terms, tokenLimit: null, most: { runs: 1000, minutes: 1440, tokens: 1e9 }, ...overrides };
}
