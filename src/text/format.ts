/** `1 file`, `3 files`; the last word of what is counted takes the `s`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** `9.8 KB`; bytes below one thousand are whole. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const kilobytes = bytes / 1000;
  return kilobytes < 1000 ? `${oneDecimal(kilobytes)} KB` : `${oneDecimal(kilobytes / 1000)} MB`;
}

/** `950`, `14k`, `1.2M`. */
export function formatCount(count: number): string {
  if (count < 1000) return String(Math.round(count));
  if (count < 999_500) return `${count < 9950 ? oneDecimal(count / 1000) : Math.round(count / 1000)}k`;
  return `${oneDecimal(count / 1_000_000)}M`;
}

/** `45 s`, `10 min`, `1 h 5 min`. */
export function formatDuration(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  if (seconds < 1) return `${Math.round(milliseconds)} ms`;
  if (seconds < 60) return `${oneDecimal(seconds)} s`;
  const whole = Math.round(seconds);
  if (whole < 3600) return whole % 60 === 0 ? `${whole / 60} min` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
  const minutes = Math.round(whole / 60);
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** `0:41`, `1:02:03`. */
export function formatClock(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const two = (value: number) => String(value).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** `$0.04`, `under $0.01`; another currency is named. */
export function formatMoney(amount: number, currency = "USD"): string {
  const small = amount > 0 && amount < 0.005;
  const number = small ? "0.01" : amount.toFixed(2);
  const money = currency === "USD" ? `$${number}` : `${number} ${currency}`;
  return small ? `under ${money}` : money;
}

/** The first twelve digits of a fingerprint, in groups that can be read aloud. */
export function formatSeal(fingerprint: string): string {
  const digits = fingerprint.slice(fingerprint.lastIndexOf(":") + 1, fingerprint.lastIndexOf(":") + 13);
  return digits.replace(/(.{4})(?=.)/g, "$1 ");
}

function oneDecimal(value: number): string {
  const rounded = Math.round(value * 10) / 10;
  return Number.isInteger(rounded) ? String(rounded) : rounded.toFixed(1);
}
