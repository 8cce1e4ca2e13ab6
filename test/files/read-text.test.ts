import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { fileDigest } from "../../src/files/digest.ts";
import { readText } from "../../src/files/read-text.ts";
import { temporaryDirectory } from "./temporary.ts";

const read = (path: string) => readText(path, { maxBytes: 10 });
const refused = (code: string) => ({ ok: false, diagnostics: [{ level: "error", code }] });

describe("readText", () => {
  test("gives the text as written, the byte order mark included", () => {
    const file = join(temporaryDirectory(), "a");
    writeFileSync(file, "\uFEFFa\r\nb");
    expect(read(file)).toEqual({ ok: true, value: "\uFEFFa\r\nb", diagnostics: [] });
  });

  test("reads up to the limit and refuses one byte more", () => {
    const file = join(temporaryDirectory(), "a");
    writeFileSync(file, "0123456789");
    expect(read(file)).toMatchObject({ ok: true, value: "0123456789" });
    writeFileSync(file, "0123456789a");
    expect(read(file)).toMatchObject(refused("file.too-large"));
  });

  test("follows a link to a file", () => {
    const directory = temporaryDirectory();
    writeFileSync(join(directory, "a"), "x");
    symlinkSync("a", join(directory, "b"));
    expect(read(join(directory, "b"))).toMatchObject({ ok: true, value: "x" });
  });

  test("names what is not there", () => {
    const directory = temporaryDirectory();
    writeFileSync(join(directory, "a"), "x");
    for (const path of ["none", "a/below"]) expect(read(join(directory, path))).toMatchObject(refused("file.missing"));
  });

  test("neither opens nor waits for a pipe, a device or a folder", () => {
    const directory = temporaryDirectory();
    execFileSync("mkfifo", [join(directory, "pipe")]);
    symlinkSync("/dev/zero", join(directory, "device"));
    mkdirSync(join(directory, "folder"));
    for (const name of ["pipe", "device", "folder"]) {
      expect(read(join(directory, name))).toMatchObject(refused("file.not-regular"));
    }
  });

  test("refuses what is not text, what loops and what no system call takes", () => {
    const directory = temporaryDirectory();
    writeFileSync(join(directory, "bytes"), Buffer.from([0x61, 0xff]));
    symlinkSync("loop", join(directory, "loop"));
    for (const name of ["bytes", "loop", "nul\0"]) {
      expect(read(join(directory, name))).toMatchObject(refused("file.unreadable"));
    }
  });

  test.skipIf(process.getuid?.() === 0)("names a file without permission (cannot be tried as root)", () => {
    const file = join(temporaryDirectory(), "a");
    writeFileSync(file, "x");
    chmodSync(file, 0);
    expect(read(file)).toMatchObject(refused("file.unreadable"));
  });
});

describe("fileDigest", () => {
  test("is the SHA-256 of the bytes as they are", () => {
    const file = join(temporaryDirectory(), "a");
    writeFileSync(file, "abc");
    expect(fileDigest(file, { maxBytes: 3 })).toMatchObject({
      value: "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    });
    expect(fileDigest(file, { maxBytes: 2 })).toMatchObject(refused("file.too-large"));
  });
});
