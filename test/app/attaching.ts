import { join } from "node:path";
import { expect } from "vitest";
import { selectedContextFor } from "../../src/app-context.ts";
import { createPathGuard } from "../../src/backends/path-guard.ts";
import type { Diagnostic } from "../../src/contract/diagnostic.ts";
import { budgetSubagentContext } from "../../src/contract/product/context-budget.ts";
import type { ContextItem } from "../../src/contract/product/selected-context.ts";
import type { Attachment } from "../../src/delegation-attachments.ts";
import type { GitProject } from "../support/git-project.ts";

export interface Attached {
  readonly items: readonly ContextItem[];
  readonly diagnostics: readonly Diagnostic[];
}

/** What becomes of attachments in the project that there is when they are read. */
export function attachingIn(project: () => GitProject) {
  async function contextOf(attachments: readonly Attachment[], maxBytes = 64 * 1024, allowed: readonly string[] = []) {
    const { root, base } = project();
    const guard = createPathGuard({ root, home: join(base, "home"), allowed });
    if (!guard.ok) throw new Error(JSON.stringify(guard.diagnostics));
    const { signal } = new AbortController();
    return selectedContextFor({ attachments, cwd: root, guard: guard.value, maxBytes, env: process.env, signal });
  }
  return {
    contextOf,
    /** That all of it is required and fits is checked every time. */
    async attached(attachments: readonly Attachment[], maxBytes?: number, allowed?: string[]): Promise<Attached> {
      const context = await contextOf(attachments, maxBytes, allowed);
      if (!context.ok) throw new Error(JSON.stringify(context.diagnostics));
      const budgeted = budgetSubagentContext(context.value);
      expect(budgeted.receipt.omittedItemIds).toEqual([]);
      expect(budgeted.diagnostics).toEqual([]);
      return { items: context.value.items, diagnostics: context.diagnostics };
    },
    async refusal(attachment: Attachment, maxBytes?: number): Promise<readonly string[]> {
      const context = await contextOf([attachment], maxBytes);
      return context.ok ? [] : context.diagnostics.map(({ code }) => code);
    },
  };
}

export const codes = ({ diagnostics }: Attached) => diagnostics.map(({ code }) => code);
