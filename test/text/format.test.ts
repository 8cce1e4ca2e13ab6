import { expect, test } from "vitest";
import {
  counted,
  formatBytes,
  formatClock,
  formatCount,
  formatDuration,
  formatMoney,
  formatSeal,
} from "../../src/text/format.ts";

test.each([
  [0, "0 more lines"],
  [1, "1 more line"],
  [2, "2 more lines"],
])("%d of something are %s", (count, words) => {
  expect(counted(count, "more line")).toBe(words);
});

test.each([
  [formatBytes(999), "999 B"],
  [formatBytes(9800), "9.8 KB"],
  [formatBytes(2_000_000), "2 MB"],
  [formatCount(950), "950"],
  [formatCount(14_210), "14k"],
  [formatCount(200_000), "200k"],
  [formatCount(1_200_000), "1.2M"],
  [formatDuration(600_000), "10 min"],
  [formatDuration(1500), "1.5 s"],
  [formatDuration(3_900_000), "1 h 5 min"],
  [formatClock(41_900), "0:41"],
  [formatClock(3_723_000), "1:02:03"],
  [formatMoney(0.042), "$0.04"],
  [formatMoney(0.001), "under $0.01"],
  [formatMoney(0), "$0.00"],
  [formatMoney(2, "EUR"), "2.00 EUR"],
  [formatSeal(`sha256:v1:${"7f3a91c02be4".padEnd(64, "0")}`), "7f3a 91c0 2be4"],
])("writes %s as %s", (shown, expected) => {
  expect(shown).toBe(expected);
});
