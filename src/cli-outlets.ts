import type { Surroundings } from "./cli-reply.ts";

/**
 * Keeps an output that cannot be written from ending the command: a run goes on to its record. A reader that left early wants no
 * more, which is no fault; anything else is said, and gives exit code 1 where the command would have given 0.
 */
export function outliveOutputs({ stdout, stderr }: Pick<Surroundings, "stdout" | "stderr">): void {
  let lost = false;
  stdout.on("error", (cause: NodeJS.ErrnoException) => {
    if (lost || cause.code === "EPIPE") return;
    lost = true;
    stderr.write(
      `error output.unwritable: Standard output cannot be written (${cause.message}); what it misses is lost.\n`,
    );
  });
  // Nobody is left to be told.
  stderr.on("error", () => {});
  process.on("exit", () => {
    if (lost) process.exitCode ||= 1;
  });
}
