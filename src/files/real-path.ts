import { realpathSync } from "node:fs";

/** Where a path leads, every link followed; undefined where nothing can be found. */
export function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
