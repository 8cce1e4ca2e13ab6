import { lstatSync, readdirSync, realpathSync } from "node:fs";
import { join, relative } from "node:path";
import type { ToolDefinition } from "@mariozechner/pi-coding-agent";
import type { PathGuard } from "./path-guard.ts";
import type { ReadToolsScope } from "./read-tools.ts";

/** Pi's `read`; its content comes from the guard's own open, whatever path Pi itself makes of the words. */
export function readTool(scope: ReadToolsScope): ToolDefinition {
  const { pi, guard } = scope;
  return pi.defineTool({
    ...pi.createReadToolDefinition(guard.root),
    execute: async (id, params, signal, onUpdate, ctx) => {
      const { path } = scope.admit(params.path, "file");
      const content = guard.read(path);
      scope.onRead(path);
      const operations = {
        access: async () => {},
        readFile: async () => content,
        detectImageMimeType: async () => imageType(content),
      };
      const tool = pi.createReadToolDefinition(guard.root, { operations });
      return tool.execute(id, params, signal, onUpdate, scope.bound(ctx));
    },
  });
}

/** Pi's `ls`. It hides no name; what a link leads to is only told where the link stays inside. */
export function listTool(scope: ReadToolsScope): ToolDefinition {
  const { pi, guard } = scope;
  return pi.defineTool({
    ...pi.createLsToolDefinition(guard.root),
    execute: async (id, params, signal, onUpdate, ctx) => {
      const { path } = scope.admit(params.path ?? ".", "directory");
      const operations = listOperations(path, guard);
      const tool = pi.createLsToolDefinition(guard.root, { operations });
      return tool.execute(id, params, signal, onUpdate, scope.bound(ctx));
    },
  });
}

// Pi asks for `exists` first, with the directory as it spells it; everything it asks for afterwards is that or below that.
function listOperations(directory: string, guard: PathGuard) {
  let spelled = directory;
  return {
    exists: (path: string) => {
      spelled = path;
      return true;
    },
    stat: (path: string) => {
      const below = relative(spelled, path);
      if (below === "") return { isDirectory: () => true };
      const entry = join(directory, below);
      const link = lstatSync(entry).isSymbolicLink();
      return { isDirectory: () => (link ? guard.checkExact(entry, "directory").ok : lstatSync(entry).isDirectory()) };
    },
    readdir: () => {
      if (realpathSync.native(directory) !== directory)
        throw new Error("The directory was replaced while it was opened.");
      return readdirSync(directory);
    },
  };
}

/** By its first bytes, for the types that Pi attaches as images. */
function imageType(content: Buffer): string | null {
  const head = content.toString("latin1", 0, 12);
  if (head.startsWith("\x89PNG\r\n\x1a\n")) return "image/png";
  if (head.startsWith("\xff\xd8\xff")) return "image/jpeg";
  if (head.startsWith("GIF87a") || head.startsWith("GIF89a")) return "image/gif";
  return head.startsWith("RIFF") && head.endsWith("WEBP") ? "image/webp" : null;
}
