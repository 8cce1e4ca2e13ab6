/** Exactly as `toISOString` writes it. */
export function isIsoTime(text: string): boolean {
  const time = Date.parse(text);
  return Number.isFinite(time) && new Date(time).toISOString() === text;
}
