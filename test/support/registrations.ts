import type { MacroRegistration, Registrations, SlotRegistration } from "../../src/host/registrations.ts";

/** The macros that the golden vectors count on, and whatever a test adds. */
export function someRegistrations(
  more: { readonly macros?: readonly MacroRegistration[]; readonly slots?: readonly SlotRegistration[] } = {},
): Registrations {
  const macros: readonly MacroRegistration[] = [
    { name: "hello", render: ({ env }) => `Hello ${Reflect.get(Object(env.parameters), "who")}` },
    {
      name: "dep",
      source: "fixture",
      dependencies: ["extensions.hello"],
      render: ({ env }) => `[${Reflect.get(Object(env.extensions), "hello")}]`,
    },
    { name: "loopA", dependencies: ["extensions.loopB"], render: () => "a" },
    { name: "loopB", dependencies: ["extensions.loopA"], render: () => "b" },
    { name: "anon", render: () => "anonymous" },
    ...(more.macros ?? []),
  ];
  return {
    macros: new Map(macros.map((each) => [each.name, each])),
    slots: new Map((more.slots ?? []).map((each) => [each.name, each])),
  };
}
