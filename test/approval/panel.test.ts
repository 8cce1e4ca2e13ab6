import { describe, expect, test } from "vitest";
import { panelLines } from "../../src/approval/panel.ts";
import { rightsSections } from "../../src/approval/panel-documents.ts";
import type { PanelState } from "../../src/approval/panel-model.ts";
import { layoutOf } from "../../src/approval/panel-model.ts";
import { update } from "../../src/approval/panel-state.ts";
import { error, info, warning } from "../../src/contract/diagnostic.ts";
import { decodeEscaped } from "../../src/text/escape.ts";
import { lineText } from "../../src/ui/line.ts";
import { nastyTexts } from "../ui/nasty-texts.ts";
import { aSubject, facts } from "./a-subject.ts";
import { aPanel, deliberately, key, pressed } from "./panel-driver.ts";

function rows(state: PanelState): string[] {
  return panelLines(state).map(lineText);
}

describe("the faithful view", () => {
  /** Reads the sealed texts off the screen, page by page. */
  function readOff(state: PanelState): string[] {
    const texts: string[] = [];
    let current = deliberately(state, "2");
    for (let page = 0; page < 60; page++) {
      const { bodyRows, keyRows } = layoutOf(current);
      const shown = rows(current).map((row) => row.slice(2, -2));
      const first = shown.length - 3 - keyRows - bodyRows;
      const body = shown.slice(first, first + bodyRows);
      const more = /… \d+ more of \d+ lines? {3}PgDn$/.test(body.at(-1)?.trimEnd() ?? "");
      for (const row of more ? body.slice(0, -1) : body) read(row.trimEnd(), texts);
      if (!more) break;
      current = deliberately(current, key.pageDown);
    }
    return texts.map((text) => decodeEscaped(text));
  }

  function read(row: string, texts: string[]): void {
    const last = texts.length - 1;
    if (row.startsWith("┊")) texts[last] += row.slice(1);
    else if (row.startsWith("▏"))
      texts[last] =
        texts[last] === undefined || texts[last] === "\u0000" ? row.slice(1) : `${texts[last]}\n${row.slice(1)}`;
    else if (row !== "") texts.push("\u0000");
  }

  const short = Object.entries(nastyTexts).filter(([name]) => name !== "lines" && name !== "unbroken");

  test.each(short)("%s: what is shown decodes to what is sealed", (_, text) => {
    for (const columns of [24, 33, 80]) {
      const subject = aSubject({ systemPrompt: text, task: `${text}!` });
      // Long headings wrap at this width, so the texts are compared by what follows the last heading row of each.
      const texts = readOff(aPanel(subject, { columns, rows: 40 })).filter((each) => each !== "\u0000");
      expect(texts).toEqual([text, `${text}!`]);
    }
  });
});

describe("what a person is told", () => {
  const text = (subject = aSubject(), columns = 100) => rows(aPanel(subject, { columns, rows: 30 })).join("\n");

  test("names profile, model, destination, tools, root, guard, limits, cost, environment and both seals", () => {
    const shown = text();
    for (const fact of [
      "project:reviewer",
      "anthropic / claude-sonnet-4-5",
      "thinking high",
      "sends to api.anthropic.com",
      "same provider as this chat",
      "no proxy",
      "read grep find ls",
      "under /home/kim/src/shop",
      "the process still runs as you, no OS sandbox",
      "10 min · idle 2 min · 20 turns · 200k tokens",
      "at most $3.00",
      "ANTHROPIC_API_KEY",
      "seal 7f3a 91c0 2be4",
      "prompt 1a2b 3c4d 5e6f",
      "Task ─ 1 line, 18 B",
      "asked by: parent model",
    ]) {
      expect(shown).toContain(fact);
    }
  });

  test("a provider that is pointed elsewhere is not where the chat goes, whatever it is called", () => {
    const chat = { provider: "anthropic", baseUrl: "https://api.anthropic.com/v1" };
    expect(text({ ...aSubject(), chat })).toContain("(same provider as this chat)");
    const destination = { ...facts().destination, baseUrl: "https://api.anthropic.co", host: "api.anthropic.co" };
    const elsewhere = text({ ...aSubject({ facts: facts({ destination }) }), chat });
    expect(elsewhere).toContain("api.anthropic.co  (NOT where this chat goes)");
    expect(elsewhere).not.toContain("same provider");
  });

  test("says what is unusual", () => {
    const destination = {
      ...facts().destination,
      provider: "other",
      baseUrl: "http://10.0.0.1:8080",
      host: "10.0.0.1:8080",
      proxy: "http://proxy:3128",
      origin: "extension" as const,
    };
    const shown = text(
      aSubject({
        facts: facts({ destination, price: null }),
        enables: { file: ".pi/forge/subagents.json" },
        host: "pi-forge",
      }),
      140,
    );
    for (const fact of [
      "not encrypted",
      "NOT this chat's provider",
      "through proxy http://proxy:3128",
      "defined by an EXTENSION",
      "unknown",
      "Ctrl+Y also enables it in .pi/forge/subagents.json",
      "prompt by pi-forge",
      "Ctrl+Y enable and run once",
    ]) {
      expect(shown).toContain(fact);
    }
  });

  test.each([
    ["is not enabled", {}, "not enabled yet; Ctrl+Y also enables it in f", "enable and run once"],
    [
      "is enabled but was never agreed to",
      { enabled: true as const },
      "not agreed to its text yet",
      "agree and run once",
    ],
    ["changed since", { enabled: true as const, difference: ["+ x"] }, "its text changed since", "agree and run once"],
  ])("says what is missing of a profile that %s", (_, enables, words, does) => {
    const shown = text(aSubject({ enables: { file: "f", ...enables } }));
    expect(shown).toContain(words);
    expect(shown).toContain(`Ctrl+Y ${does}`);
  });

  test("names the worst of its notes, and not again what the guard's row says", () => {
    const diagnostics = [
      info("tool.program-missing", "A program is missing."),
      warning("pi-subprocess.shared-user", "It runs as you."),
      error("profile.odd", "Something is wrong."),
      warning("stack.odd", "Something is odd."),
    ];
    const noted = (given: typeof diagnostics) => text(aSubject({ diagnostics: given }));
    expect(noted(diagnostics)).toContain("Note   1 of 3: Something is wrong.");
    expect(noted(diagnostics.slice(0, 2))).toContain("Note   A program is missing.");
    expect(noted(diagnostics.slice(1, 2))).not.toContain("Note ");
  });

  test("the page of rights begins with the notes, the worst first, and ends with what is refused", () => {
    const diagnostics = [info("tool.program-missing", "A program."), warning("stack.odd", "Odd.")];
    const headings = rightsSections(aSubject({ diagnostics })).map(({ heading }) => heading);
    expect(headings.slice(0, 3)).toEqual([
      "warning · stack.odd",
      "info · tool.program-missing",
      "Tools the model may call",
    ]);
    expect(headings.at(-1)).toContain("Refused");
  });

  test("fits whole on 80 by 24", () => {
    expect(rows(aPanel())).toMatchSnapshot();
  });

  test("keeps who, where, what it reads, the seal and the keys on 40 by 15", () => {
    const plain = { ...facts().destination, host: "127.0.0.1:39657", baseUrl: "http://127.0.0.1:39657" };
    const subject = aSubject({ facts: facts({ destination: plain }) });
    const shown = rows(aPanel({ ...subject, home: "/home/kim/src" }, { columns: 40, rows: 15 })).join("\n");
    for (const fact of [
      "project:reviewer",
      "anthropic / claude-sonnet-4-5",
      "127.0.0.1:39657 not encrypted",
      "read grep find ls",
      "under ~/shop",
      "seal 7f3a 91c0 2be4",
      "Ctrl+Y run   r reject   Esc not now",
      "by parent model",
    ])
      expect(shown).toContain(fact);
  });

  test("says how much was typed, and how it is taken back", () => {
    const typed = deliberately(aPanel(), "hello");
    const edge = rows(typed).at(-1);
    expect(edge).toContain("5 typed keys are kept for chat · Backspace takes back");
    expect(rows(deliberately(aPanel(undefined, { columns: 80, rows: 8 }), "hello")).join("\n")).toContain(
      "5 typed keys",
    );
    const asker = { ...aSubject(), asker: "terminal" as const };
    expect(rows(deliberately(aPanel(asker), "hello")).join("\n")).not.toContain("kept");
  });

  test("names the keys that run it once they are armed", () => {
    const grant = { runs: 20, minutes: 60, tokens: 500_000 };
    const shown = rows(update(aPanel({ ...aSubject(), grant }), { type: "tick", at: 600 })).join("\n");
    expect(shown).toContain("ready: press Ctrl+Y/G");
  });

  test("says after an approval that came too soon that one press is enough, until the pause is over", () => {
    const line = (state: PanelState) => rows(state).join("\n");
    const missed = pressed(aPanel(), [key.approve, 300], [key.approve, 500]);
    expect(missed.outcome).toBeNull();
    expect(line(missed)).toContain("press Ctrl+Y once");
    expect(line(pressed(missed, ["x", 600]))).toContain("pause typing to arm");
    expect(line(update(missed, { type: "tick", at: 1_000 }))).toContain("ready: press Ctrl+Y");
    expect(pressed(missed, [key.approve, 1_000]).outcome?.kind).toBe("approved");
  });

  test("says when the keys are armed, and when it is too late", () => {
    const shown = (at: number) => rows(update(aPanel(), { type: "tick", at })).join("\n");
    expect(shown(100)).toContain("pause typing to arm");
    expect(shown(600)).toContain("ready: press Ctrl+Y");
    expect(shown(600_001)).toContain("expired");
  });
});

test.each([
  ["same", "v ok"],
  ["different", "v DIFFERS"],
  ["too-narrow", "v narrow"],
] as const)(
  "where it is narrow, a %s prompt is told beside the seal and whether a key would count",
  (verified, words) => {
    for (const [at, ready] of [
      [100, "pause"],
      [600, "ready"],
      [600_001, "expired"],
    ] as const) {
      const panel = { ...aPanel(undefined, { columns: 40, rows: 15 }), verified, now: at };
      const seal = rows(panel).find((row) => row.includes(words)) ?? "";
      expect(seal).toContain(ready);
      if (at === 600) expect(seal).toContain("seal 7f3a 91c0 2be4");
    }
  },
);

test("a prompt that is not the sealed one takes no place from the state of the keys", () => {
  const shown = rows({ ...aPanel(), verified: "different", now: 600 }).join("\n");
  expect(shown).toMatch(/seal 7f3a 91c0 2be4 {3}v: SHOWN IS NOT THE SEALED PROMPT .*ready/);
});

describe("what is attached", () => {
  const attached = [
    { source: "git diff HEAD", bytes: 12_300 },
    { source: "file a\u202eb.ts:1-2", bytes: 40 },
  ];

  test("is named with its size beside the task, escaped", () => {
    const shown = rows(aPanel(aSubject({ attached }), { columns: 120, rows: 40 })).join("\n");
    expect(shown).toMatch(/Attach\s+git diff HEAD \(12\.3 KB\), file a\\u\{202e\}b\.ts:1-2 \(40 B\)/);
    expect(rows(aPanel(aSubject(), { columns: 120, rows: 40 })).join("\n")).not.toContain("Attach");
  });

  test("is marked in the prompt, where it stands in full", () => {
    const subject = aSubject({ attached });
    const [task] = subject.plan.conversation.messages;
    const quoted = { role: "user" as const, content: [{ type: "text" as const, text: "+ quoted line" }] };
    const messages = [quoted, ...(task ? [task] : [])];
    const plan = { ...subject.plan, conversation: { ...subject.plan.conversation, messages } };
    const shown = rows(deliberately(aPanel({ ...subject, plan }, { columns: 120, rows: 60 }), "2")).join("\n");
    expect(shown).toContain("Message 1 of 2 · user · what is attached");
    expect(shown).toContain("+ quoted line");
    expect(shown).toContain("Message 2 of 2 · user · the task");
  });
});
