import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { didYouMean } from "../../src/contract/did-you-mean.ts";
import { nearest } from "../../src/text/nearest.ts";

const verbs = ["run", "plan", "status", "profiles", "backends", "config", "history", "init", "help"];

describe("what was meant", () => {
  test.each([
    ["rnu", "run"],
    ["pln", "plan"],
    ["Status", "status"],
    ["statsu", "status"],
    ["profile", "profiles"],
    ["backend", "backends"],
    ["confgi", "config"],
    ["hlep", "help"],
  ])("%s is %s", (word, meant) => {
    expect(nearest(word, verbs)).toBe(meant);
  });

  test.each(["walk", "x", "", "reviewer", "plan-something-else"])("%j is nothing that is there", (word) => {
    expect(nearest(word, verbs)).toBeUndefined();
    expect(didYouMean(word, verbs)).toBe("");
  });

  test("the nearest wins, and of equals the first", () => {
    expect(nearest("reviewe", ["reviews", "reviewer", "review"])).toBe("reviews");
    expect(nearest("reviewers", ["review", "reviewer"])).toBe("reviewer");
  });

  test("whatever is there is meant by itself", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ minLength: 1 }), { minLength: 1 }), ([first = "", ...others]) => {
        expect(nearest(first, [...others, first])?.toLowerCase()).toBe(first.toLowerCase());
      }),
    );
  });
});
