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
  const report = () => {
    same = false;
  };
  walkShape(shape, value, { report });
  return same;
}

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function walk(shape: Shape, value: unknown, place: Place, visitor: Visitor): void {
  if (visitor.takes?.(place, value)) return;
  if (shape.anyOf) walkUnion(shape.anyOf, value, place, visitor);
  else if (!fits(shape, value)) visitor.report(problem(place, expectation(shape), value, shape.pattern));
  else if (Array.isArray(value)) walkItems(shape, value, place, visitor);
  else if (isFields(value)) walkFields(shape, value, place, visitor);
}

function walkInto(step: string | number, shape: Shape, value: unknown, place: Place, visitor: Visitor): void {
  place.push(step);
  walk(shape, value, place, visitor);
  place.pop();
}

function walkItems(shape: Shape, items: readonly unknown[], place: Place, visitor: Visitor): void {
  if (!shape.items) return;
  for (const [index, item] of items.entries()) walkInto(index, shape.items, item, place, visitor);
}

function walkFields(shape: Shape, fields: Fields, place: Place, visitor: Visitor): void {
  const { properties = {}, required = [] } = shape;
  for (const [name, field] of Object.entries(properties)) {
    const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (value !== undefined || required.includes(name)) walkInto(name, field, value, place, visitor);
  }
  if (!shape.patternProperties && shape.additionalProperties === undefined) return;
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

function walkUnion(branches: readonly Shape[], value: unknown, place: Place, visitor: Visitor): void {
  const tag = isFields(value) ? commonTag(branches) : undefined;
  const [only, ...others] = branches.filter((each) => each.type !== "null");
  if (tag !== undefined && isFields(value)) walkTagged(branches, tag, value, place, visitor);
  else if (branches.some((each) => hasShape(each, value))) return;
  else if (only && others.length === 0 && value !== undefined) walk(only, value, place, visitor);
  else visitor.report(problem(place, branches.map(expectation).join(" or "), value));
}

function walkTagged(branches: readonly Shape[], tag: string, value: Fields, place: Place, visitor: Visitor): void {
  const found = Object.hasOwn(value, tag) ? value[tag] : undefined;
  const chosen = branches.find((each) => each.properties?.[tag]?.const === found);
  const tags = () => branches.map((each) => JSON.stringify(each.properties?.[tag]?.const)).join(" or ");
  if (chosen) walk(chosen, value, place, visitor);
  else visitor.report(problem([...place, tag], tags(), found));
}

/** The field that every branch fixes to one literal. */
function commonTag(branches: readonly Shape[]): string | undefined {
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

function expectation(shape: Shape): string {
  if (shape.const !== undefined) return JSON.stringify(shape.const);
  switch (shape.type) {
    case "string":
      if (shape.pattern !== undefined) return `text that matches ${shape.pattern}`;
      return shape.minLength ? "text that is not empty" : "text";
    case "integer":
      return shape.minimum === undefined ? "a whole number" : `a whole number from ${shape.minimum}`;
    case "number":
      return shape.minimum === undefined ? "a finite number" : `a finite number from ${shape.minimum}`;
    case "array":
      return shape.minItems ? "a list that is not empty" : "a list";
    case "object":
      return "an object";
    case "boolean":
      return "true or false";
    case "null":
      return "null";
    default:
      return "JSON";
  }
}

function problem(place: Place, expected: string, value: unknown, pattern?: string): Problem {
  const path = [...place];
  const text = `must be ${expected}, but ${description(value)}`;
  return pattern === undefined ? { path, text } : { path, text, pattern };
}

/** Long texts are not repeated: a prompt or a secret may stand where a short word was expected. */
function description(value: unknown): string {
  switch (typeof value) {
    case "undefined":
      return "it is missing";
    case "string":
      return value.length > 40 ? `it is a text of ${value.length} characters` : `it is ${JSON.stringify(value)}`;
    case "number":
    case "boolean":
      return `it is ${value}`;
    case "object":
      if (value === null) return "it is null";
      return Array.isArray(value) ? "it is a list" : "it is an object";
    default:
      return "it cannot be read as JSON";
  }
}
