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
  /** True when somebody else answers for this place. */
  takes(path: Path, value: unknown): boolean;
}

type Fields = Readonly<Record<string, unknown>>;

/** Walks a plain copy along a schema and reports every place that differs. */
export function walkShape(shape: Shape, value: unknown, path: Path, visitor: Visitor): void {
  if (visitor.takes(path, value)) return;
  if (shape.anyOf) {
    walkUnion(shape.anyOf, value, path, visitor);
    return;
  }
  const expected = mismatch(shape, value);
  if (expected) visitor.report(problem(path, expected, value, shape.pattern));
  else if (Array.isArray(value)) walkItems(shape, value, path, visitor);
  else if (isFields(value)) walkFields(shape, value, path, visitor);
}

export function hasShape(shape: Shape, value: unknown): boolean {
  let same = true;
  walkShape(shape, value, [], {
    report: () => {
      same = false;
    },
    takes: () => false,
  });
  return same;
}

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function walkItems(shape: Shape, items: readonly unknown[], path: Path, visitor: Visitor): void {
  if (!shape.items) return;
  for (const [index, item] of items.entries()) walkShape(shape.items, item, [...path, index], visitor);
}

function walkFields(shape: Shape, fields: Fields, path: Path, visitor: Visitor): void {
  const { properties = {}, required = [] } = shape;
  for (const [name, field] of Object.entries(properties)) {
    const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (value !== undefined || required.includes(name)) walkShape(field, value, [...path, name], visitor);
  }
  if (!shape.patternProperties && shape.additionalProperties === undefined) return;
  for (const name of Object.keys(fields)) {
    if (!Object.hasOwn(properties, name)) walkOtherField(shape, name, fields[name], [...path, name], visitor);
  }
}

function walkOtherField(shape: Shape, name: string, value: unknown, path: Path, visitor: Visitor): void {
  const matching = Object.entries(shape.patternProperties ?? {}).find(([pattern]) =>
    regularExpression(pattern).test(name),
  );
  if (matching) walkShape(matching[1], value, path, visitor);
  else if (shape.additionalProperties === false) visitor.report({ path, text: "is not a known field" });
}

function walkUnion(branches: readonly Shape[], value: unknown, path: Path, visitor: Visitor): void {
  const tag = commonTag(branches);
  const [only, ...others] = branches.filter((each) => each.type !== "null");
  if (tag !== undefined && isFields(value)) walkTagged(branches, tag, value, path, visitor);
  else if (branches.some((each) => hasShape(each, value))) return;
  else if (only && others.length === 0 && value !== undefined) walkShape(only, value, path, visitor);
  else visitor.report(problem(path, `be ${branches.map(expectation).join(" or ")}`, value));
}

function walkTagged(branches: readonly Shape[], tag: string, value: Fields, path: Path, visitor: Visitor): void {
  const found = Object.hasOwn(value, tag) ? value[tag] : undefined;
  const chosen = branches.find((each) => each.properties?.[tag]?.const === found);
  const tags = branches.map((each) => JSON.stringify(each.properties?.[tag]?.const));
  if (chosen) walkShape(chosen, value, path, visitor);
  else visitor.report(problem([...path, tag], `be ${tags.join(" or ")}`, found));
}

/** The field that every branch fixes to one literal. */
function commonTag(branches: readonly Shape[]): string | undefined {
  const [first] = branches;
  return Object.keys(first?.properties ?? {}).find((name) =>
    branches.every((each) => each.required?.includes(name) && each.properties?.[name]?.const !== undefined),
  );
}

/** What the value itself, apart from its fields and items, should have been. */
function mismatch(shape: Shape, value: unknown): string | undefined {
  if (shape.const !== undefined) return value === shape.const ? undefined : `be ${JSON.stringify(shape.const)}`;
  switch (shape.type) {
    case undefined:
      return undefined;
    case "string":
      return typeof value === "string" && stringFits(shape, value) ? undefined : `be ${expectation(shape)}`;
    case "number":
    case "integer":
      return typeof value === "number" && numberFits(shape, value) ? undefined : `be ${expectation(shape)}`;
    case "array":
      return Array.isArray(value) && value.length >= (shape.minItems ?? 0) ? undefined : `be ${expectation(shape)}`;
    case "object":
      return isFields(value) ? undefined : "be an object";
    case "boolean":
      return typeof value === "boolean" ? undefined : "be true or false";
    case "null":
      return value === null ? undefined : "be null";
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

function problem(path: Path, expected: string, value: unknown, pattern?: string): Problem {
  const text = `must ${expected}, but ${description(value)}`;
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
