import { description, expectation } from "./shape-words.ts";

/** One place where a value does not have the shape of its schema. */
export interface Problem {
  readonly path: Path;
  /** Continues a sentence that names the place: "must be …, but it is …". */
  readonly text: string;
  /** The pattern that the schema demands here, when it does. */
  readonly pattern?: string;
}

export type Path = readonly (string | number)[];

/** The part of JSON Schema that both majors of TypeBox write for the builders we use. */
export interface Shape {
  /** Not read; it makes a schema whose type is stated apart (`Type.Unsafe`) a shape to the compiler too. */
  readonly title?: string;
  readonly type?: string | undefined;
  readonly const?: unknown;
  readonly anyOf?: readonly Shape[] | undefined;
  readonly properties?: Readonly<Record<string, Shape>> | undefined;
  readonly patternProperties?: Readonly<Record<string, Shape>> | undefined;
  readonly additionalProperties?: unknown;
  readonly required?: readonly string[] | undefined;
  readonly items?: Shape | undefined;
  readonly pattern?: string | undefined;
  readonly minLength?: number | undefined;
  readonly maxLength?: number | undefined;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  readonly minItems?: number | undefined;
}

export interface Visitor {
  report(problem: Problem): void;
  /** True when somebody else answers for this place. The path is good for the length of the call. */
  takes?(path: Path, value: unknown): boolean;
}

/** Where a walk is; one list for all of it. */
type Place = (string | number)[];

type Fields = Readonly<Record<string, unknown>>;

/** Walks a plain copy along a schema and reports every place that differs. */
export function walkShape(shape: Shape, value: unknown, visitor: Visitor): void {
  walk(shape, value, [], visitor);
}

export function hasShape(shape: Shape, value: unknown): boolean {
  let same = true;
  walkShape(shape, value, {
    report() {
      same = false;
    },
  });
  return same;
}

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

type Step = "union" | "misfit" | "list" | "fields" | "leaf";
type Walker = (shape: Shape, value: unknown, place: Place, visitor: Visitor) => void;

/** Calls that the engine does not merge into one large function: it compiles these while the first plans are made. */
const walkers: Readonly<Record<Step, Walker>> = {
  union: walkUnion,
  misfit(shape, value, place, visitor) {
    visitor.report(problem(place, expectation(shape), value, shape.pattern));
  },
  list: walkItems,
  fields: walkFields,
  leaf() {},
};

function walk(shape: Shape, value: unknown, place: Place, visitor: Visitor): void {
  if (visitor.takes?.(place, value)) return;
  walkers[stepFor(shape, value)](shape, value, place, visitor);
}

function stepFor(shape: Shape, value: unknown): Step {
  if (shape.anyOf) return "union";
  if (!fits(shape, value)) return "misfit";
  if (Array.isArray(value)) return "list";
  return isFields(value) ? "fields" : "leaf";
}

function walkInto(step: string | number, shape: Shape, value: unknown, place: Place, visitor: Visitor): void {
  place.push(step);
  walk(shape, value, place, visitor);
  place.pop();
}

function walkItems(shape: Shape, items: unknown, place: Place, visitor: Visitor): void {
  if (!shape.items || !Array.isArray(items)) return;
  for (let index = 0; index < items.length; index += 1) walkInto(index, shape.items, items[index], place, visitor);
}

function walkFields(shape: Shape, fields: unknown, place: Place, visitor: Visitor): void {
  if (!isFields(fields)) return;
  const { properties = {}, required = [] } = shape;
  const names = Object.keys(properties);
  // By index, here and where values are copied: with an iterator the engine compiled this for 55 ms while the first plans were made, not for 19.
  for (let index = 0; index < names.length; index += 1) {
    const name = names[index] ?? "";
    const field = properties[name];
    const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field && (value !== undefined || required.includes(name))) walkInto(name, field, value, place, visitor);
  }
  if (shape.patternProperties || shape.additionalProperties !== undefined) {
    walkOtherFields(shape, properties, fields, place, visitor);
  }
}

function walkOtherFields(
  shape: Shape,
  properties: Readonly<Record<string, Shape>>,
  fields: Fields,
  place: Place,
  visitor: Visitor,
): void {
  for (const name of Object.keys(fields)) {
    if (!Object.hasOwn(properties, name)) walkOtherField(shape, name, fields[name], place, visitor);
  }
}

function walkOtherField(shape: Shape, name: string, value: unknown, place: Place, visitor: Visitor): void {
  const matching = Object.entries(shape.patternProperties ?? {}).find(([pattern]) =>
    regularExpression(pattern).test(name),
  );
  if (matching) walkInto(name, matching[1], value, place, visitor);
  else if (shape.additionalProperties === false) {
    visitor.report({ path: [...place, name], text: "is not a known field" });
  }
}

function walkUnion({ anyOf: branches = [] }: Shape, value: unknown, place: Place, visitor: Visitor): void {
  const tag = isFields(value) ? commonTag(branches) : undefined;
  if (tag !== undefined && isFields(value)) walkTagged(branches, tag, value, place, visitor);
  else if (branches.some((each) => hasShape(each, value))) return;
  else walkMismatch(branches, value, place, visitor);
}

function walkMismatch(branches: readonly Shape[], value: unknown, place: Place, visitor: Visitor): void {
  const [only, ...others] = branches.filter((each) => each.type !== "null");
  if (only && others.length === 0 && value !== undefined) walk(only, value, place, visitor);
  else visitor.report(problem(place, branches.map(expectation).join(" or "), value));
}

function walkTagged(branches: readonly Shape[], tag: string, value: Fields, place: Place, visitor: Visitor): void {
  const found = Object.hasOwn(value, tag) ? value[tag] : undefined;
  const chosen = branches.find((each) => each.properties?.[tag]?.const === found);
  const tags = () => branches.map((each) => JSON.stringify(each.properties?.[tag]?.const)).join(" or ");
  if (chosen) walk(chosen, value, place, visitor);
  else visitor.report(problem([...place, tag], tags(), found));
}

const commonTags = new WeakMap<readonly Shape[], { readonly tag: string | undefined }>();

/** The field that every branch fixes to one literal. */
function commonTag(branches: readonly Shape[]): string | undefined {
  const known = commonTags.get(branches) ?? { tag: findCommonTag(branches) };
  commonTags.set(branches, known);
  return known.tag;
}

function findCommonTag(branches: readonly Shape[]): string | undefined {
  const [first] = branches;
  return Object.keys(first?.properties ?? {}).find((name) =>
    branches.every((each) => each.required?.includes(name) && each.properties?.[name]?.const !== undefined),
  );
}

/** Whether the value itself, apart from its fields and items, is what the schema wants. */
function fits(shape: Shape, value: unknown): boolean {
  if (shape.const !== undefined) return value === shape.const;
  switch (shape.type) {
    case undefined:
      return true;
    case "string":
      return typeof value === "string" && stringFits(shape, value);
    case "number":
    case "integer":
      return typeof value === "number" && numberFits(shape, value);
    case "array":
      return Array.isArray(value) && value.length >= (shape.minItems ?? 0);
    case "object":
      return isFields(value);
    case "boolean":
      return typeof value === "boolean";
    case "null":
      return value === null;
    default:
      throw new Error(`A schema uses type "${shape.type}", which the walker does not know.`);
  }
}

function stringFits(shape: Shape, value: string): boolean {
  if (value.length < (shape.minLength ?? 0) || value.length > (shape.maxLength ?? Number.POSITIVE_INFINITY))
    return false;
  return shape.pattern === undefined || regularExpression(shape.pattern).test(value);
}

const compiled = new Map<string, RegExp>();

/** Patterns come from our schemas only, so there are few. */
function regularExpression(pattern: string): RegExp {
  const known = compiled.get(pattern) ?? new RegExp(pattern);
  compiled.set(pattern, known);
  return known;
}

function numberFits(shape: Shape, value: number): boolean {
  if (!(shape.type === "integer" ? Number.isInteger(value) : Number.isFinite(value))) return false;
  return value >= (shape.minimum ?? Number.NEGATIVE_INFINITY) && value <= (shape.maximum ?? Number.POSITIVE_INFINITY);
}

function problem(place: Place, expected: string, value: unknown, pattern?: string): Problem {
  const path = [...place];
  const text = `must be ${expected}, but ${description(value)}`;
  return pattern === undefined ? { path, text } : { path, text, pattern };
}
