import stringWidth from "string-width";
import { escapeOf } from "./escape.ts";

const ascii = /^[\x20-\x7e]*$/;
/** ASCII and what frames are drawn with: one column each, and most of what is ever measured. */
const narrow = /^[\x20-\x7e\u00b7\u2026\u2500-\u259f]*$/;
/** Clusters are few and asking for their width is slow. */
const widths = new Map<string, number>();
const mostWidths = 10_000;
const styling = /\x1b\[[0-9;:]*m/g;
const segmenter = new Intl.Segmenter();

/**
 * Columns a text takes in a terminal, styling not counted. Where terminals and libraries disagree the larger number is given:
 * a line may end up shorter than measured, never wider.
 */
export function displayWidth(text: string): number {
  if (narrow.test(text)) return text.length;
  let width = 0;
  for (const cluster of clusters(text.replace(styling, ""))) width += clusterWidth(cluster);
  return width;
}

/** Whether a text fits, without measuring more of it than that takes. */
export function fitsWidth(text: string, width: number): boolean {
  if (narrow.test(text)) return text.length <= width;
  let used = 0;
  for (const cluster of clusters(text.replace(styling, ""))) {
    used += clusterWidth(cluster);
    if (used > width) return false;
  }
  return true;
}

/** Shortens a text to at most `width` columns; what was cut is shown by an ellipsis. */
export function fitWidth(text: string, width: number): string {
  if (width <= 0) return "";
  if (fitsWidth(text, width)) return text;
  return `${clip(text, width - 1)}…`;
}

/** Exactly `width` columns: shortened or filled with blanks. */
export function padWidth(text: string, width: number): string {
  const fitted = fitWidth(text, width);
  return fitted + " ".repeat(Math.max(0, width - displayWidth(fitted)));
}

/**
 * The rows an escaped line takes at a width. A row is broken before a blank, so that the blank is seen at the start of the next row;
 * where that is impossible a blank at the end of a row becomes an escape. Joining the rows gives the same text once decoded.
 */
export function wrapWidth(line: string, width: number): string[] {
  const columns = Math.max(1, width);
  if (line.length <= columns && ascii.test(line)) return [line];
  const rows: string[] = [];
  let atoms: Atom[] = [];
  let used = 0;
  for (const atom of atomsOf(line)) {
    atoms.push(atom);
    used += atom.width;
    while (used > columns && atoms.length > 1) {
      const row = takeRow(atoms, columns);
      rows.push(row.text);
      atoms = atoms.slice(row.taken);
      used = atoms.reduce((sum, each) => sum + each.width, 0);
    }
  }
  rows.push(atoms.map((each) => each.text).join(""));
  return rows.flatMap((row) => (fitsWidth(row, columns) ? [row] : hardRows(row, columns)));
}

interface Atom {
  readonly text: string;
  readonly width: number;
}

const escapes = /\\(?:u\{[0-9a-f]{1,6}\}|t)/g;

/** Clusters and escapes: the pieces that are never broken. */
function* atomsOf(line: string): Generator<Atom> {
  let last = 0;
  for (const match of line.matchAll(escapes)) {
    yield* clusterAtoms(line.slice(last, match.index));
    yield { text: match[0], width: match[0].length };
    last = match.index + match[0].length;
  }
  yield* clusterAtoms(line.slice(last));
}

function* clusterAtoms(text: string): Generator<Atom> {
  for (const cluster of clusters(text)) yield { text: cluster, width: clusterWidth(cluster) };
}

function takeRow(atoms: readonly Atom[], columns: number): { text: string; taken: number } {
  const blank = (index: number) => atoms[index]?.text === " ";
  for (let end = atoms.length - 1; end > 0; end--) if (blank(end) && !blank(end - 1)) return row(atoms, end);
  for (let end = atoms.length - 1; end > 0; end--) {
    if (!blank(end - 1)) return row(atoms, end);
    const shown = row(atoms, end - 1).text + escapeOf(" ");
    if (fitsWidth(shown, columns)) return { text: shown, taken: end };
  }
  return row(atoms, Math.max(1, atoms.length - 1));
}

function row(atoms: readonly Atom[], end: number): { text: string; taken: number } {
  return {
    text: atoms
      .slice(0, end)
      .map((each) => each.text)
      .join(""),
    taken: end,
  };
}

/** A single piece wider than the whole row: shown cut, because fitting the terminal comes first. */
function hardRows(text: string, columns: number): string[] {
  const rows: string[] = [];
  let current = "";
  for (const cluster of clusters(text)) {
    const fitted = clusterWidth(cluster) > columns ? "…" : cluster;
    if (!fitsWidth(current + fitted, columns)) {
      rows.push(current);
      current = "";
    }
    current += fitted;
  }
  rows.push(current);
  return rows;
}

function clip(text: string, width: number): string {
  let out = "";
  let used = 0;
  for (const cluster of clusters(text)) {
    used += clusterWidth(cluster);
    if (used > width) break;
    out += cluster;
  }
  return out;
}

/** Some engines take for each cluster as long as the whole text they were given is. */
const pieceLength = 256;

function* clusters(text: string): Generator<string> {
  if (narrow.test(text)) {
    yield* text;
    return;
  }
  let from = 0;
  let length = pieceLength;
  while (from < text.length) {
    const piece = text.slice(from, from + length);
    const isLast = from + length >= text.length;
    let end = 0;
    let last = "";
    for (const { segment, index } of segmenter.segment(piece)) {
      if (last !== "") yield last;
      last = segment;
      end = index;
    }
    if (isLast) {
      yield last;
      return;
    }
    // Only where the last cluster of a piece ends is not known; it is looked at again, with more after it.
    length = end === 0 ? length * 2 : pieceLength;
    from += end;
  }
}

function clusterWidth(cluster: string): number {
  if (cluster.length === 1 && narrow.test(cluster)) return 1;
  const known = widths.get(cluster);
  if (known !== undefined) return known;
  // Half a flag takes two columns in many terminals; the Thai and Lao "am" vowels take one of their own.
  const wide = /^[\u{1f1e6}-\u{1f1ff}]/u.test(cluster) ? 2 : 0;
  const vowels = cluster.length > 1 ? (cluster.slice(1).match(/[\u0e33\u0eb3]/g)?.length ?? 0) : 0;
  const width = Math.max(stringWidth(cluster) + vowels, wide);
  if (widths.size >= mostWidths) widths.clear();
  widths.set(cluster, width);
  return width;
}
