import type { Static, TSchema } from "@sinclair/typebox";
import { type Diagnostic, error, hasErrors } from "./diagnostic.ts";
import { fingerprintPattern, namespacePattern, opaqueIdPattern } from "./identifiers.ts";
import { knownCopy } from "./known-copies.ts";
import { failure, type Outcome, success } from "./outcome.ts";
import { plainCopy } from "./plain-copy.ts";
import { type Path, type Problem, type Shape, walkShape } from "./shape.ts";

/** A shape and its cross-field rules, together. Never throws, whatever it is given. */
export interface Check<T> {
  /** `at` is the path of the value itself; without it the root is called `$`. */
  diagnose(value: unknown, at?: string): Diagnostic[];
  /** The value as a plain copy (itself, where it is a frozen copy) with warnings, or the reasons why there is none. */
  read(value: unknown, at?: string): Outcome<T>;
  /** What `diagnose` says, and the value as a plain copy whenever it has its shape, whatever its rules say: for comparing it with something else. */
  examine(value: unknown): { readonly diagnostics: readonly Diagnostic[]; readonly value: T | undefined };
  /** For a value that is a plain copy already. `shaped` is false when rules that need the value must not run. */
  inspect(plain: unknown, at: string): Inspection;
}

export interface Inspection {
  readonly diagnostics: readonly Diagnostic[];
  readonly shaped: boolean;
}

type Inspector = Pick<Check<unknown>, "inspect">;
type Rule<T> = (value: T, at: string) => Iterable<Diagnostic>;
type When<T> = <K extends keyof T & string>(needs: readonly K[], rule: Rule<Pick<T, K>>) => ConditionalRule<T>;
interface ConditionalRule<T> {
  readonly needs: readonly string[];
  readonly rule: Rule<T>;
}

export interface Definition<T> {
  /**
   * Place -> code, as in `{ "": "request.type", "input.media[].kind": "request.media-kind" }`. A problem is reported once, at the
   * nearest place listed above it. Ids, fingerprints and namespaces that are not listed have their own codes and stay in place.
   */
  readonly codes: Readonly<Record<string, string>>;
  /** Places that another check answers for. */
  readonly parts?: Readonly<Record<string, Inspector>>;
  /** Each runs when the fields that it needs have their shape, and sees nothing but the value: a frozen copy that was found sound is not looked at again. */
  readonly rules?: (when: When<T>) => readonly ConditionalRule<T>[];
  /** Runs when the whole value has its shape; sees no more than the rules do. */
  readonly whole?: Rule<T>;
}

interface Places extends Pick<Definition<unknown>, "codes" | "parts"> {
  /** Steps to the deepest of the parts: no place below it has to be looked up. */
  readonly deepest: number;
}

const identifierCodes: Readonly<Record<string, string>> = {
  [opaqueIdPattern]: "id.invalid",
  [fingerprintPattern]: "fingerprint.invalid",
  [namespacePattern]: "namespace.invalid",
};
const maxDiagnostics = 200;

export function checker<S extends TSchema>(schema: S, definition: Definition<Static<S>>): Check<Static<S>> {
  // A schema is plain JSON Schema in both majors of TypeBox; only their types differ from it.
  const shape = Object.assign<Shape, TSchema>({}, schema);
  const places: Places = { ...definition, deepest: deepestOf(Object.keys(definition.parts ?? {})) };
  const rules = definition.rules?.((needs, rule) => ({ needs, rule })) ?? [];

  function inspectNew(plain: unknown, at: string): Inspection {
    const { diagnostics, broken } = inspectShape(shape, places, plain, at);
    for (const { needs, rule } of rules) {
      if (conforms<Static<S>>(plain, !broken.has("") && !needs.some((each) => broken.has(each)))) {
        diagnostics.push(...rule(plain, at));
      }
    }
    if (definition.whole && conforms<Static<S>>(plain, broken.size === 0))
      diagnostics.push(...definition.whole(plain, at));
    return { diagnostics: diagnostics.slice(0, maxDiagnostics), shaped: broken.size === 0 };
  }

  return checkThrough({ inspect: onceSound(inspectNew) });
}

const soundInspection: Inspection = Object.freeze({ diagnostics: Object.freeze([]), shaped: true });

/** What was found sound, and cannot change, stays sound: on its way to the seal a part is checked at every border. */
function onceSound(inspect: Inspector["inspect"]): Inspector["inspect"] {
  const sound = new WeakSet();
  return (plain, at) => {
    const known = isObject(plain) && knownCopy(plain) ? plain : undefined;
    if (known && sound.has(known)) return soundInspection;
    const inspection = inspect(plain, at);
    if (known && inspection.shaped && inspection.diagnostics.length === 0) sound.add(known);
    return inspection;
  };
}

/** Chooses a check by the value of one field, so that each outcome has its own rules. */
export function eitherOf<T>(
  tag: string,
  code: string,
  root: string,
  branches: Readonly<Record<string, Inspector>>,
): Check<T> {
  function branchOf(plain: unknown): Inspector | undefined {
    const value = isObject(plain) ? Reflect.get(plain, tag) : undefined;
    return typeof value === "string" && Object.hasOwn(branches, value) ? branches[value] : undefined;
  }

  function inspect(plain: unknown, at: string): Inspection {
    const branch = branchOf(plain);
    if (branch) return branch.inspect(plain, at);
    const names = Object.keys(branches).map((each) => `"${each}"`);
    const diagnostic = isObject(plain)
      ? error(code, `\`${placeOf(at, [tag])}\` must be ${names.join(" or ")}.`, placeOf(at, [tag]))
      : error(root, `\`${placeOf(at, [])}\` must be an object.`, placeOf(at, []));
    return { diagnostics: [diagnostic], shaped: false };
  }
  return checkThrough({ inspect });
}

function checkThrough<T>({ inspect }: Inspector): Check<T> {
  return {
    inspect,
    diagnose: (value, at = "") => [...inspect(plainCopy(value), at).diagnostics],
    read(value, at = "") {
      const plain = plainCopy(value);
      const { diagnostics, shaped } = inspect(plain, at);
      const sound = conforms<T>(plain, shaped && !hasErrors(diagnostics));
      return sound ? success(plain, diagnostics) : failure(...diagnostics);
    },
    examine(value) {
      const plain = plainCopy(value);
      const { diagnostics, shaped } = inspect(plain, "");
      return { diagnostics, value: conforms<T>(plain, shaped) ? plain : undefined };
    },
  };
}

function inspectShape(shape: Shape, { codes, parts = {}, deepest }: Places, plain: unknown, at: string) {
  const diagnostics: Diagnostic[] = [];
  const broken = new Set<string>();
  const reported = new Set<string>();
  walkShape(shape, plain, {
    takes(path, value) {
      if (path.length === 0 || path.length > deepest) return false;
      const key = keyOf(path);
      const part = Object.hasOwn(parts, key) ? parts[key] : undefined;
      if (!part) return false;
      const inspection = part.inspect(value, placeOf(at, path));
      diagnostics.push(...inspection.diagnostics);
      if (!inspection.shaped) broken.add(fieldOf(path));
      return true;
    },
    report(problem) {
      broken.add(fieldOf(problem.path));
      const { code, path } = codeOf(problem, codes);
      const place = placeOf(at, path);
      const identity = `${code} ${place}`;
      if (reported.has(identity) || reported.size >= maxDiagnostics) return;
      reported.add(identity);
      diagnostics.push(error(code, `\`${placeOf(at, problem.path)}\` ${problem.text}.`, place));
    },
  });
  return { diagnostics, broken };
}

function codeOf(problem: Problem, codes: Readonly<Record<string, string>>): { code: string; path: Path } {
  const own = codes[keyOf(problem.path)];
  if (own !== undefined) return { code: own, path: problem.path };
  const identifier = problem.pattern === undefined ? undefined : identifierCodes[problem.pattern];
  if (identifier !== undefined) return { code: identifier, path: problem.path };
  for (let length = problem.path.length - 1; length >= 0; length -= 1) {
    const path = problem.path.slice(0, length);
    const code = codes[keyOf(path)];
    if (code !== undefined) return { code, path };
  }
  throw new Error("A check needs a code for its root.");
}

function keyOf(path: Path): string {
  return path.reduce<string>((key, step) => {
    if (typeof step === "number") return `${key}[]`;
    return key === "" ? step : `${key}.${step}`;
  }, "");
}

function deepestOf(keys: readonly string[]): number {
  return Math.max(0, ...keys.map((key) => key.split(/\.|(?=\[\])/).length));
}

function fieldOf(path: Path): string {
  const [first] = path;
  return typeof first === "string" ? first : "";
}

/** `at` extended by a path: `a.b[0].c`; the root of everything is `$`. */
export function placeOf(at: string, path: Path): string {
  const place = path.reduce<string>((text, each) => {
    if (typeof each === "number") return `${text}[${each}]`;
    return text === "" ? each : `${text}.${each}`;
  }, at);
  return place === "" ? "$" : place;
}

/** The diagnostics of a part, with their paths as seen from the whole. */
export function* within(at: string, diagnostics: Iterable<Diagnostic>): Generator<Diagnostic> {
  for (const each of diagnostics) {
    yield { ...each, path: each.path === undefined || each.path === "$" ? at : placeOf(at, [each.path]) };
  }
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The one place where a walked value gets the type of its schema. */
function conforms<T>(_value: unknown, walked: boolean): _value is T {
  return walked;
}
