import fc from "fast-check";
import { expect, test } from "vitest";
import { childEnvironment, tlsState } from "../../src/backends/environment.ts";

const parent = {
  PATH: "/bin",
  HOME: "/home/u",
  LANG: "C.UTF-8",
  AWS_SECRET_ACCESS_KEY: "a",
  ANTHROPIC_API_KEY: "b",
  OPENAI_API_KEY: "c",
  https_proxy: "http://proxy:1",
  NODE_EXTRA_CA_CERTS: "/ca.pem",
  NODE_OPTIONS: "--require x",
  NODE_TLS_REJECT_UNAUTHORIZED: "0",
  RIPGREP_CONFIG_PATH: "/rg",
  PI_OFFLINE: "0",
};
const aChild = (overrides: Partial<Parameters<typeof childEnvironment>[0]> = {}) =>
  childEnvironment({
    parent,
    keyVariables: ["ANTHROPIC_API_KEY"],
    agentDir: "/agent",
    platform: "linux",
    ...overrides,
  });

test("holds the system's basics, the chosen provider's key, proxies and certificates, and nothing else", () => {
  expect(aChild().names).toEqual([
    "ANTHROPIC_API_KEY",
    "HOME",
    "LANG",
    "NODE_EXTRA_CA_CERTS",
    "PATH",
    "PI_CODING_AGENT_DIR",
    "PI_OFFLINE",
    "PI_SKIP_VERSION_CHECK",
    "https_proxy",
  ]);
});

test("sets what the child must have, whatever the parent says", () => {
  expect(aChild().variables).toMatchObject({ PI_OFFLINE: "1", PI_CODING_AGENT_DIR: "/agent" });
});

test.each(["NODE_OPTIONS", "NODE_TLS_REJECT_UNAUTHORIZED", "RIPGREP_CONFIG_PATH", "node_options"])(
  "%s cannot come in as a key",
  (name) => {
    expect(aChild({ parent: { ...parent, [name]: "x" }, keyVariables: [name] }).names).not.toContain(name);
  },
);

test("takes a variable by its exact name only", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.string()), (more) => {
      const known = new Set(aChild({ parent: {} }).names);
      const taken = aChild({ parent: more, keyVariables: ["KEY"] }).names;
      const allowed =
        /^(PATH|HOME|USER|LOGNAME|LANG|LC_ALL|LC_CTYPE|TZ|TMPDIR|PI_PACKAGE_DIR|KEY|\w+_(proxy|PROXY)|NODE_EXTRA_CA_CERTS|SSL_CERT_(FILE|DIR))$/;
      expect(taken.every((name) => known.has(name) || allowed.test(name))).toBe(true);
    }),
  );
  expect(
    aChild({ parent: { Path: "/x", constructor: "x" } as NodeJS.ProcessEnv, keyVariables: ["toString"] }).names,
  ).not.toContain("toString");
});

test("finds a variable in any case on Windows, under the name that is listed", () => {
  const { variables } = aChild({ parent: { Path: "C:\\bin", SYSTEMROOT: "C:\\Windows" }, platform: "win32" });
  expect(variables).toMatchObject({ PATH: "C:\\bin", SystemRoot: "C:\\Windows" });
});

test("names the certificate variables that are set", () => {
  expect(tlsState({ NODE_EXTRA_CA_CERTS: "/ca.pem", SSL_CERT_FILE: "/c", SSL_CERT_DIR: "" })).toBe(
    "NODE_EXTRA_CA_CERTS, SSL_CERT_FILE",
  );
  expect(tlsState({})).toBe("default");
});
