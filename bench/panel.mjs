// The approval panel in a Pi that is a screen of 100x30 and nothing else: plan ready to first frame, key to next frame.
import { createPiApprover } from "../dist/src/approval/in-pi.js";
import { createApprovalQueue } from "../dist/src/approval/queue.js";
import { benchApp, trustAll, writePromptOf } from "./app.mjs";
import { estimate } from "./statistics.mjs";
import { openWorld } from "./world.mjs";

const sizes = [
  { name: "64 KiB", bytes: 64 * 1024 },
  { name: "1 MB", bytes: 1_000_000 },
];
const columns = 100;
/** Second page, then down and up through it by page and by line, to the end and back. */
const keys = ["2", "\x1b[6~", "\x1b[6~", "\x1b[B", "\x1b[A", "\x1b[5~", "\x1b[F", "\x1b[H", "3", "1"];
const escapeKey = "\x1b";

export async function measurePanel({ host, pairs, progress }) {
  const world = await openWorld();
  try {
    const seen = { readyAt: 0, frame: 0, keys: [] };
    const inPi = createPiApprover({ ui: screen(seen), queue: createApprovalQueue() });
    const approver = {
      decide(subject, signal) {
        seen.readyAt = performance.now();
        return inPi.decide({ ...subject, onShown: undefined }, signal);
      },
    };
    const app = benchApp({ world, host, approver });
    const profiles = sizes.map(({ bytes }) => writePromptOf(world, bytes));
    await trustAll(world, app, profiles);
    const shown = async (profile) => {
      const delegation = { asker: "person", profile, task: "Review the change.", overrides: {} };
      const { result } = await app.delegate(delegation, new AbortController().signal);
      if (result.kind !== "dismissed") throw new Error(JSON.stringify(result));
    };
    const samples = sizes.map(() => ({ frames: [], keys: [] }));
    await shown(profiles[0]);
    const first = seen.frame;
    for (let run = 0; run < pairs; run += 1) {
      progress(`panel, ${run + 1} of ${pairs}`);
      for (const [index, profile] of profiles.entries()) {
        seen.keys = [];
        await shown(profile);
        samples[index].frames.push(seen.frame);
        samples[index].keys.push(...seen.keys);
      }
    }
    await app.dispose();
    return [
      { name: "plan ready -> first frame, the first panel of a process", unit: "ms", ...estimate([first]) },
      ...sizes.flatMap(({ name }, index) => [
        { name: `plan ready -> first frame, ${name} prompt`, unit: "ms", ...estimate(samples[index].frames) },
        { name: `key -> next frame, ${name} prompt`, unit: "ms", ...estimate(samples[index].keys) },
      ]),
    ];
  } finally {
    await world.close();
  }
}

/** Pi's `ui` that draws at once, presses every key, draws after each, and closes the panel with Escape. */
function screen(seen) {
  const theme = { fg: (_, text) => text, bold: (text) => text };
  const tui = { requestRender: () => {}, terminal: { columns, rows: 30 } };
  return {
    pasteToEditor: () => {},
    custom: (factory) =>
      new Promise((resolve) => {
        const component = factory(tui, theme, undefined, (result) => {
          component.dispose?.();
          resolve(result);
        });
        component.render(columns);
        seen.frame = performance.now() - seen.readyAt;
        for (const key of keys) {
          const from = performance.now();
          component.handleInput(key);
          component.render(columns);
          seen.keys.push(performance.now() - from);
        }
        component.handleInput(escapeKey);
      }),
  };
}
