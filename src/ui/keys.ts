/** Keys that mean something to a view; everything else that is not text is `other`. */
export type KeyName =
  | "up"
  | "down"
  | "left"
  | "right"
  | "page-up"
  | "page-down"
  | "home"
  | "end"
  | "enter"
  | "new-line"
  | "escape"
  | "tab"
  | "back-tab"
  | "backspace"
  | "approve"
  | "approve-and-grant"
  | "approve-several"
  | "interrupt"
  | "other";

export type Key =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "paste"; readonly text: string }
  | { readonly kind: "named"; readonly name: KeyName; readonly repeat?: boolean };

/**
 * What a terminal sent, as keys: plain bytes, CSI and SS3 sequences, bracketed paste, and the two protocols that report
 * modified keys (kitty's `CSI code;modifiers u` and xterm's `CSI 27;modifiers;code ~`). Releases are dropped.
 */
export function decodeKeys(data: string): Key[] {
  const keys: Key[] = [];
  let rest = data;
  while (rest !== "") {
    const paste = /^\x1b\[200~([\s\S]*?)(?:\x1b\[201~|$)/.exec(rest);
    const sequence = paste ?? /^\x1b(?:\[[0-?]*[ -/]*[@-~]|O[ -~]|\x1b\[[0-?]*[@-~])/.exec(rest);
    const text = sequence ? null : /^[^\x00-\x1f\x7f\x80-\x9f]+/.exec(rest);
    const control = sequence || text ? null : (/^(?:\r\n|\x1b[\s\S])/.exec(rest) ?? /^[\s\S]/.exec(rest));
    const taken = (sequence ?? text ?? control)?.[0] ?? rest;
    if (paste) keys.push({ kind: "paste", text: cleanPaste(paste[1] ?? "") });
    else if (sequence) keys.push(...sequenceKeys(taken));
    else if (text) keys.push({ kind: "text", text: taken });
    else keys.push(named(controlKey(taken)));
    rest = rest.slice(taken.length);
  }
  return keys;
}

function named(name: KeyName, repeat = false): Key {
  return repeat ? { kind: "named", name, repeat } : { kind: "named", name };
}

/** Pasted text is text: its control characters are not keys, and would not survive in an editor. */
function cleanPaste(text: string): string {
  return text.replace(/\r\n?/g, "\n").replace(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/g, "");
}

const controlKeys: Readonly<Record<string, KeyName>> = {
  "\r": "enter",
  "\r\n": "enter",
  "\n": "new-line",
  "\t": "tab",
  "\x7f": "backspace",
  "\b": "backspace",
  "\x1b": "escape",
  "\x1b\r": "new-line",
  "\x19": "approve",
  "\x07": "approve-and-grant",
  "\x02": "approve-several",
  "\x03": "interrupt",
};

/** With Ctrl held, where a terminal names the letter. */
const controlLetters: Readonly<Record<string, KeyName>> = {
  y: "approve",
  g: "approve-and-grant",
  b: "approve-several",
  c: "interrupt",
};

function controlKey(bytes: string): KeyName {
  return controlKeys[bytes] ?? "other";
}

const finals: Readonly<Record<string, KeyName>> = {
  A: "up",
  B: "down",
  C: "right",
  D: "left",
  H: "home",
  F: "end",
  Z: "back-tab",
};
const tildes: Readonly<Record<string, KeyName>> = {
  "1": "home",
  "4": "end",
  "5": "page-up",
  "6": "page-down",
  "7": "home",
  "8": "end",
};

function sequenceKeys(sequence: string): Key[] {
  const body = sequence.replace(/^\x1b+[[O]/, "");
  const final = body.slice(-1);
  const fields = body.slice(0, -1).split(";");
  const [modifiers, event] = (fields[1] ?? "").split(":");
  if (event === "3") return [];
  const repeat = event === "2";
  if (final === "u") return characterKey(codes(fields[0]), Number(modifiers ?? "1") || 1, repeat, fields[2]);
  if (final === "~" && fields[0] === "27") return characterKey(codes(fields[2]), Number(modifiers ?? "1") || 1, repeat);
  const name = final === "~" ? tildes[fields[0] ?? ""] : finals[final];
  return [named(name ?? "other", repeat)];
}

/** Code point, shifted code point, code point of the same key on a Latin layout: whichever were sent. */
function codes(field: string | undefined): (number | undefined)[] {
  return (field ?? "").split(":").map((each) => {
    const code = each === "" ? Number.NaN : Number(each);
    return Number.isInteger(code) && code >= 0 && code <= 0x10ffff ? code : undefined;
  });
}

const plainCodes: Readonly<Record<number, KeyName>> = {
  9: "tab",
  13: "enter",
  27: "escape",
  127: "backspace",
  8: "backspace",
};

function characterKey(
  [code, shifted, latin]: readonly (number | undefined)[],
  modifiers: number,
  repeat: boolean,
  typed?: string,
): Key[] {
  // Caps Lock and Num Lock are not modifiers of a command.
  const held = (modifiers - 1) & 0b111111;
  const shift = (held & 1) !== 0;
  if (code === undefined) return [named("other", repeat)];
  if (code === 13 && held !== 0) return [named("new-line", repeat)];
  if (code === 9 && held === 1) return [named("back-tab", repeat)];
  const plain = plainCodes[code];
  if (plain && (held & ~1) === 0) return [named(plain, repeat)];
  if (held === 4) {
    const letter = String.fromCodePoint(latin ?? code).toLowerCase();
    return [named(controlLetters[letter] ?? "other", repeat)];
  }
  if ((held & ~1) !== 0 || code < 32) return [named("other", repeat)];
  const text = typed
    ? codes(typed)
        .map((each) => (each === undefined ? "" : String.fromCodePoint(each)))
        .join("")
    : character(code, shifted, shift);
  return [{ kind: "text", text }];
}

function character(code: number, shifted: number | undefined, shift: boolean): string {
  if (!shift) return String.fromCodePoint(code);
  return shifted === undefined ? String.fromCodePoint(code).toUpperCase() : String.fromCodePoint(shifted);
}
