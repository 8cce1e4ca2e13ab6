import { expect, test } from "vitest";
import { chatModel } from "../src/app-chat-model.ts";

test("Pi's stand-in for no model is none, and every other model is itself", () => {
  const model = (provider: string, id: string) => ({ model: { provider, id } }) as Parameters<typeof chatModel>[0];
  expect(chatModel({ model: undefined })).toBeUndefined();
  expect(chatModel(model("unknown", "unknown"))).toBeUndefined();
  for (const [provider, id] of [
    ["anthropic", "unknown"],
    ["unknown", "large"],
    ["anthropic", "claude"],
  ] as const) {
    expect(chatModel(model(provider, id))).toEqual({ provider, id });
  }
});
