import { error } from "../contract/diagnostic.ts";
import { frozenCopy } from "../contract/frozen.ts";
import { failure, type Outcome, success } from "../contract/outcome.ts";
import { causeText } from "./bounded.ts";

/** A frozen copy, or the diagnostic that `what` is no plain JSON. */
export function frozenJson<T>(value: T, code: string, what: string, where: string | undefined = undefined): Outcome<T> {
  try {
    return success(frozenCopy(value));
  } catch (cause) {
    return failure(error(code, `The ${what} is not plain JSON: ${causeText(cause)}.`, where));
  }
}
