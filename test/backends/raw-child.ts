import { randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import type { ChildFrame, Job, JobFrame } from "../../src/backends/frames.ts";
import { jobDigest } from "../../src/backends/job-frame.ts";
import { type PiChildRequest, startPiChild } from "../../src/backends/pi-child.ts";

/** A child to hold in the hand, with every frame it wrote. */
export function rawChild(request: Partial<PiChildRequest> & Pick<PiChildRequest, "installation" | "environment">) {
  const frames: ChildFrame[] = [];
  const child = startPiChild({
    mode: "text",
    model: { provider: "loopback", id: "plain" },
    thinkingLevel: "off",
    setup: { root: process.cwd(), tools: ["read", "ls"], denied: [], allowed: [], limits: {}, registration: null },
    newId: randomUUID,
    ...request,
  });
  child.follow((frame) => frames.push(frame));
  return { child, frames };
}

/** Node and a stand-in for Pi from the fixtures. */
export function fakeInstallation(name: string) {
  const scriptPath = fileURLToPath(new URL(`../fixtures/children/${name}.mjs`, import.meta.url));
  return { execPath: process.execPath, scriptPath, version: "0.0.0", foundBy: "test" };
}

/** The job of a plan that holds two words, sealed as it is. */
export function aJob(baseUrl: string, overrides: Partial<Job> = {}): JobFrame {
  const job: Job = {
    systemPrompt: "Be exact.",
    messages: [{ role: "user", texts: ["go"] }],
    provider: "loopback",
    modelId: "plain",
    api: "openai-completions",
    baseUrl,
    headerNames: [],
    thinkingLevel: "off",
    tools: ["read", "ls"],
    key: null,
    ...overrides,
  };
  return { type: "job", digest: jobDigest(job), job };
}
