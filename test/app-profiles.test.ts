import { expect, test } from "vitest";
import { compilingHost } from "../src/app-profiles.ts";
import type { ForgeHost } from "../src/host/forge-host.ts";

const foreign = (hostId: string) => compilingHost({ foreignHost: { hostId } as ForgeHost });

test("a foreign host is known by its id and never as ours", () => {
  expect(compilingHost({ foreignHost: null })).toBe("ours");
  expect(foreign("acme")).toBe("acme");
  expect(foreign("ours")).not.toBe("ours");
});
