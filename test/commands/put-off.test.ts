import type { ExtensionAPI, ExtensionCommandContext } from "@mariozechner/pi-coding-agent";
import { expect, test } from "vitest";
import { forgeAgent } from "../../commands/forge-agent.ts";
import type { App } from "../../src/app.ts";
import type { OpenSession } from "../../src/app-session.ts";
import { error } from "../../src/contract/diagnostic.ts";
import { failure, success } from "../../src/contract/outcome.ts";
import { aPi, until } from "../ui/fake-pi.ts";

const refusal = failure(error("host.trust", "Not read."), error("profile.not-found", "There is none."));

/** An application in a project whose files nobody has agreed to. */
function untrustedApp(): App {
  const files = [{ path: "a.md", status: "new", digest: "sha256:0" }];
  const refused = { result: { kind: "refused", diagnostics: refusal.diagnostics }, diagnostics: [] };
  return {
    trust: () => ({ state: "untrusted", asks: true, root: "/project", files, difference: [] }),
    trustedByPi: () => undefined,
    trustedText: () => undefined,
    modules: { unasked: () => [] },
    widening: { unasked: () => [] },
    plan: async () => refusal,
    delegate: async () => refused,
  } as unknown as App;
}

test.each(["run", "plan"])("%s after the question of trust was put off is told in one line", async (verb) => {
  const pi = aPi();
  const told: string[] = [];
  const ctx = {
    hasUI: true,
    ui: {
      ...pi.ui,
      notify: (text: string, level: string) => void told.push(`${level} ${text}`),
      setStatus() {},
      setWidget() {},
    },
    sessionManager: { getSessionId: () => "session" },
  } as unknown as ExtensionCommandContext;
  const open = async () => success({ app: untrustedApp(), signal: new AbortController().signal });
  const answered = forgeAgent.answer(
    `${verb} helper Look.`,
    ctx,
    { open } as unknown as OpenSession,
    {} as unknown as ExtensionAPI,
  );
  await until(pi.isOpen);
  pi.press("\u001b");
  await answered;
  expect(told).toHaveLength(1);
  expect(told[0]).toMatch(/^info .*not trusted for now.*helper/);
});
