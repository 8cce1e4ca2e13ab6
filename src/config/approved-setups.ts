import { statSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { type Outcome, success } from "../contract/outcome.ts";
import { ApprovedSetup } from "../contract/runtime/judged-setup.ts";
import { hasShape } from "../contract/shape.ts";
import { digestOf } from "../files/digest.ts";
import { listFiles } from "../files/list-files.ts";
import { withLock } from "../files/lock.ts";
import { parseJsonText } from "../files/parse-json.ts";
import { readText } from "../files/read-text.ts";
import { writePrivate } from "../files/write-private.ts";

/** Whose yes: one profile in one project. */
export interface ApprovedSubject {
  /** `scope:id` */
  readonly profileId: string;
  /** Real path. */
  readonly project: string;
}

/** What a person said yes to last, to show what is different now. Losing it loses only that: it permits nothing. */
export interface ApprovedSetups {
  /** Null when there is none, or none that can be read. */
  last(subject: ApprovedSubject): ApprovedSetup | null;
  keep(subject: ApprovedSubject, approved: Omit<ApprovedSetup, "times">): Promise<Outcome<void>>;
}

const maxFileBytes = 8 * 1024 * 1024;
const maxSetups = 200;

/** One private file for each profile of each project; the oldest go when there are too many. */
export function createApprovedSetups(directory: string): ApprovedSetups {
  const place = ({ profileId, project }: ApprovedSubject) =>
    join(directory, `${digestOf(JSON.stringify([profileId, project])).replace("sha256:", "")}.json`);

  function last(subject: ApprovedSubject): ApprovedSetup | null {
    const file = place(subject);
    const text = readText(file, { maxBytes: maxFileBytes });
    const value = text.ok ? parseJsonText(text.value, { file }).value : undefined;
    return isApproved(value) ? value : null;
  }

  return {
    last,
    keep(subject, approved) {
      const file = place(subject);
      return withLock(join(directory, "approved"), async (): Promise<Outcome<void>> => {
        const before = last(subject);
        const same = before !== null && before.setup !== null && before.setup === approved.setup;
        const times = same && before.host === approved.host ? before.times + 1 : 1;
        const text = `${JSON.stringify({ ...approved, times })}\n`;
        // Too long to compare with: an older yes must not pass for the last one.
        if (Buffer.byteLength(text) > maxFileBytes) await rm(file, { force: true });
        else {
          const written = await writePrivate(file, text);
          if (!written.ok) return written;
        }
        await sweep(directory);
        return success(undefined);
      });
    },
  };
}

function isApproved(value: unknown): value is ApprovedSetup {
  return value !== undefined && hasShape(ApprovedSetup, value);
}

async function sweep(directory: string): Promise<void> {
  const age = (file: string) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const { files } = listFiles(directory, { extensions: [".json"], max: 100 * maxSetups });
  const oldest = files.length > maxSetups ? [...files].sort((a, b) => age(b) - age(a)).slice(maxSetups) : [];
  for (const file of oldest) await rm(file, { force: true }).catch(() => {}); // The next yes tries again.
}
