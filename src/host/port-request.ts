import { checker } from "../contract/check.ts";
import type { Diagnostic } from "../contract/diagnostic.ts";
import { error } from "../contract/diagnostic.ts";
import { failure, type Outcome, success } from "../contract/outcome.ts";
import { PrepareRequest, ResolveProfileRequest } from "../contract/product/host-port.ts";
import { portBounds } from "./port-bounds.ts";
import { jsonProblem } from "./port-json.ts";

const code = "request.invalid";

function* selectorRule({ profile }: { readonly profile: string }): Iterable<Diagnostic> {
  if (profile.trim() === "") yield error(code, "`profile` must not be blank.", "profile");
  if (profile.length > portBounds.selectorChars) {
    yield error(code, `\`profile\` is longer than ${portBounds.selectorChars} characters.`, "profile");
  }
}

const resolveCheck = checker(ResolveProfileRequest, { codes: { "": code }, whole: selectorRule });

const prepareCheck = checker(PrepareRequest, {
  codes: { "": code },
  *whole(request) {
    yield* selectorRule(request);
    const { model, thinkingLevel, toolCatalog } = request.backend;
    const named = { "model.provider": model.provider, "model.id": model.id, thinkingLevel };
    for (const [path, text] of Object.entries(named)) {
      if (text.trim() === "") yield error(code, `\`backend.${path}\` must not be blank.`, `backend.${path}`);
    }
    if (toolCatalog.length > portBounds.tools) {
      yield error(code, `The catalogue holds more than ${portBounds.tools} tools.`, "backend.toolCatalog");
    }
    for (const [index, tool] of toolCatalog.entries()) {
      const path = `backend.toolCatalog[${index}].id`;
      if (tool.id.trim() === "") yield error(code, `\`${path}\` must not be blank.`, path);
    }
  },
});

/** `listProfiles` asks for nothing. */
export function readListRequest(payload: unknown): Outcome<null> {
  const isEmpty = typeof payload === "object" && !Array.isArray(payload) && Object.keys(payload ?? {}).length === 0;
  if (payload === undefined || payload === null || isEmpty) return success(null);
  return failure(error(code, "listProfiles takes no fields."));
}

export function readResolveRequest(payload: unknown): Outcome<ResolveProfileRequest> {
  return bounded(payload) ?? resolveCheck.read(payload);
}

export function readPrepareRequest(payload: unknown): Outcome<PrepareRequest> {
  return bounded(payload) ?? prepareCheck.read(payload);
}

function bounded(payload: unknown): Outcome<never> | undefined {
  const problem = jsonProblem(payload, portBounds.requestChars);
  return problem === undefined ? undefined : failure(error(code, `The payload is refused: ${problem}.`));
}
