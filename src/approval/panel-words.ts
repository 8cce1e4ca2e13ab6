import type { LimitsReceipt } from "../contract/limits.ts";
import { escapeText } from "../text/escape.ts";
import { formatBytes, formatCount, formatDuration } from "../text/format.ts";

type Boundary = "isolated" | "shared-user" | undefined;

/** "Read-only" names the tools the model sees; on a shared-user backend the process keeps the user's rights. */
export function boundaryInWords(boundary: Boundary): string {
  return boundary === "shared-user"
    ? "checked by our tools; the process still runs as you, no OS sandbox"
    : "isolated by the backend from your files and processes";
}

export function boundaryInShort(boundary: Boundary): string {
  return boundary === "shared-user" ? "our checks; runs as you, no sandbox" : "isolated from you";
}

export function limitsInWords(limits: LimitsReceipt, idleTimeoutMs: number): string {
  const softly = (limit: { readonly enforcement: string }) =>
    limit.enforcement === "best-effort" ? " (not enforced)" : "";
  const { timeoutMs, maxTurns, tokenBudget, maxOutputBytes } = limits;
  return [
    timeoutMs ? `${formatDuration(timeoutMs.value)}${softly(timeoutMs)}` : "no time limit",
    `idle ${formatDuration(idleTimeoutMs)}`,
    maxTurns ? `${maxTurns.value} turns${softly(maxTurns)}` : "any number of turns",
    tokenBudget ? `${formatCount(tokenBudget.value)} tokens${softly(tokenBudget)}` : "no token limit",
    ...(maxOutputBytes ? [`answer ${formatBytes(maxOutputBytes.value)}${softly(maxOutputBytes)}`] : []),
  ].join(" · ");
}

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** `12 Nov`, with the year when it is another one. */
export function dayInWords(iso: string, now: number): string {
  const then = new Date(iso);
  if (Number.isNaN(then.getTime())) return "?";
  const year = then.getFullYear() === new Date(now).getFullYear() ? "" : ` ${then.getFullYear()}`;
  return `${then.getDate()} ${months[then.getMonth()]}${year}`;
}

/** `today 09:14`, `12 Nov 09:14`. */
export function timeInWords(iso: string, now: number): string {
  const then = new Date(iso);
  if (Number.isNaN(then.getTime())) return "?";
  const two = (value: number) => String(value).padStart(2, "0");
  const day = then.toDateString() === new Date(now).toDateString() ? "today" : dayInWords(iso, now);
  return `${day} ${two(then.getHours())}:${two(then.getMinutes())}`;
}

/** The first few of many, and how many more. */
export function shortList(names: readonly string[], most: number): string {
  const shown = names.slice(0, most).map(escapeText).join(" ");
  return names.length > most ? `${shown} ${names.length - most} more` : shown;
}

/** The home directory as people write it. */
export function shownPath(path: string, home: string | undefined): string {
  if (home === undefined || home === "" || home === "/") return path;
  if (path === home) return "~";
  return path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}

export function isOurHost(host: string): boolean {
  return host === "ours";
}

/** A foreign one cannot pass for ours, whatever it calls itself. */
export function hostInWords(host: string): string {
  return isOurHost(host) ? "this extension" : `${host}, of another extension`;
}
