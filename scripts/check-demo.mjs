// Reads the demo's JSON from standard input and fails unless the main job really happened.
import { readFileSync } from "node:fs";

const result = JSON.parse(readFileSync(0, "utf8"));
const fingerprint = /^sha256:v1:[a-f0-9]{64}$/;
const faults = [
  [result.status === "completed", `status is ${result.status}`],
  [/90 seconds/.test(result.output?.text ?? ""), "the answer quotes no fact of the sample project"],
  [result.usage?.tokens?.total > 0, "no usage"],
  [fingerprint.test(result.plan?.executionFingerprint ?? ""), "no execution fingerprint"],
  [fingerprint.test(result.plan?.conversationFingerprint ?? ""), "no conversation fingerprint"],
  [result.approval?.source === "command-line", `approval source is ${result.approval?.source}`],
  [result.childReport?.requests?.length >= 3, "fewer than three provider requests"],
].flatMap(([holds, fault]) => (holds ? [] : [fault]));
for (const fault of faults) console.error(`demo: ${fault}`);
console.log(faults.length === 0 ? `demo: completed, ${result.childReport.requests.length} requests` : "demo: failed");
process.exit(faults.length === 0 ? 0 : 1);
