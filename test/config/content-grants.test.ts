import { describe, expect, test } from "vitest";
import { createContentGrants } from "../../src/config/content-grants.ts";
import { aProject } from "./project.ts";

const subject = { profileId: "global:reviewer", project: null, host: null };

function someGrants() {
  const { directories, write } = aProject();
  const file = directories.contentGrantsFile;
  return { grants: createContentGrants({ file, clock: () => new Date("2026-01-01T00:00:00Z") }), file, write };
}

describe("createContentGrants", () => {
  test("knows nothing of what nobody agreed to", () => {
    expect(someGrants().grants.look(subject, "sha256:a")).toMatchObject({ ok: true, value: { state: "none" } });
  });

  test("holds for the content that was agreed to, and shows that when it changes", async () => {
    const { grants } = someGrants();
    await grants.grant({ subject, digest: "sha256:a", text: "Be kind." });
    expect(grants.look(subject, "sha256:a")).toMatchObject({ value: { state: "granted" } });
    expect(grants.look(subject, "sha256:b")).toMatchObject({ value: { state: "changed", before: "Be kind." } });
  });

  test("holds for no other project, host or profile", async () => {
    const { grants } = someGrants();
    await grants.grant({ subject, digest: "sha256:a", text: "" });
    for (const other of [{ project: "/p" }, { host: "other" }, { profileId: "project:reviewer" }]) {
      expect(grants.look({ ...subject, ...other }, "sha256:a")).toMatchObject({ value: { state: "none" } });
    }
  });

  test("keeps no text that is too long, and still knows that it changed", async () => {
    const { grants } = someGrants();
    await grants.grant({ subject, digest: "sha256:a", text: "x".repeat(100_000) });
    expect(grants.look(subject, "sha256:b")).toMatchObject({ value: { state: "changed", before: null } });
  });

  test("keeps one agreement for a subject, the last one", async () => {
    const { grants } = someGrants();
    await grants.grant({ subject, digest: "sha256:a", text: "a" });
    await grants.grant({ subject, digest: "sha256:b", text: null });
    expect(grants.look(subject, "sha256:b")).toMatchObject({ value: { state: "granted" } });
    expect(grants.look(subject, "sha256:a")).toMatchObject({ value: { state: "changed", before: null } });
  });

  test("grants nothing from a damaged record", () => {
    const { grants, file, write } = someGrants();
    write(file, '{"version": 1, "grants": [{}]}');
    expect(grants.look(subject, "sha256:a")).toMatchObject({ ok: false, diagnostics: [{ code: "record.damaged" }] });
  });
});
