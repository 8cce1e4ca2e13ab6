// Plain `pi -p` from its spawn to its first request, and ours from the approval to the first request: warm and cold, both backends.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { benchApp } from "./app.mjs";
import { atMost, estimate, pairedRatio } from "./statistics.mjs";
import { model, openWorld } from "./world.mjs";

const kinds = [
  { backend: "pi-subprocess-readonly", warm: true },
  { backend: "pi-subprocess-readonly", warm: false },
  { backend: "pi-rpc-readonly", warm: true },
  { backend: "pi-rpc-readonly", warm: false },
];

/** Approval to first request over plain `pi -p`, on the Pi that the targets are stated for. */
const targets = { warm: 0.1, cold: 1.08 };

export async function measureFirstRequest({ host, pairs, progress }) {
  const world = await openWorld();
  try {
    const measured = [
      { name: "plain", run: () => plain(world, host) },
      ...kinds.map((kind) => ours(world, host, kind)),
    ];
    for (const each of measured) each.samples = [];
    for (const { run } of measured) await run();
    for (let pair = 0; pair < pairs; pair += 1) {
      progress(`first request, pair ${pair + 1} of ${pairs}`);
      // The order turns, so that no side always runs after the same other one.
      for (let turn = 0; turn < measured.length; turn += 1) {
        const each = measured[(pair + turn) % measured.length];
        each.samples.push(await each.run());
      }
    }
    const [base, ...others] = measured;
    const theirs = base.samples.map(({ request }) => request);
    return [
      { name: "plain pi -p: spawn -> first request", unit: "ms", ...estimate(theirs) },
      ...others.flatMap(({ name, warm, samples }) => rows(name, warm, samples, theirs)),
    ];
  } finally {
    await world.close();
  }
}

function rows(name, warm, samples, theirs) {
  const requests = samples.map(({ request }) => request);
  const ratio = pairedRatio(requests, theirs);
  return [
    {
      name: `${name}: approval -> first request`,
      unit: "ms",
      ...estimate(requests),
      ratio,
      target: warm
        ? { text: `warm <= ${targets.warm} of plain`, verdict: atMost(ratio, targets.warm) }
        : { text: `cold, upper bound <= ${targets.cold} of plain`, verdict: atMost(ratio, targets.cold) },
    },
    { name: `${name}: approval -> answer`, unit: "ms", ...estimate(samples.map(({ answer }) => answer)) },
  ];
}

async function plain(world, host) {
  const seen = world.server.requests.length;
  const args = [host.scriptPath, "-p", "--no-session", "--provider", model.provider, "--model", model.id, "Say done."];
  const from = now();
  const child = spawn(host.execPath, args, { cwd: world.root, env: world.environment, stdio: "ignore" });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`Plain Pi ended with ${code}.`);
  return { request: arrival(world, seen) - from, answer: now() - from };
}

function ours(world, host, { backend, warm }) {
  let from = 0;
  const app = benchApp({
    world,
    host,
    warm,
    approved: () => {
      from = now();
    },
  });
  const delegation = { asker: "person", profile: "reviewer", task: "Say done.", overrides: { backend } };
  const run = async () => {
    const seen = world.server.requests.length;
    const { result } = await app.delegate(delegation, new AbortController().signal);
    const answer = now() - from;
    if (result.response?.status !== "completed") throw new Error(JSON.stringify(result.response ?? result));
    return { request: arrival(world, seen) - from, answer };
  };
  return { name: `${backend}, ${warm ? "warm" : "cold"}`, warm, run };
}

function arrival({ server }, seen) {
  const request = server.requests[seen];
  if (!request) throw new Error("No request arrived.");
  return request.receivedAt;
}

function now() {
  return performance.timeOrigin + performance.now();
}
