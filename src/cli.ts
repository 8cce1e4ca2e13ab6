#!/usr/bin/env node
import { main } from "./cli-main.ts";
import { outliveOutputs } from "./cli-outlets.ts";

outliveOutputs(process);
process.exitCode = await main(process.argv.slice(2), {
  env: process.env,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
});
