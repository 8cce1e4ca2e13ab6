import { error } from "../contract/diagnostic.ts";
import { opaqueIdPattern } from "../contract/identifiers.ts";
import { failure, type Outcome, success } from "../contract/outcome.ts";
import { causeText } from "./bounded.ts";

const opaqueId = new RegExp(opaqueIdPattern);

/** Ids that are well formed and never repeat in this runtime, whatever the factory does. */
export function issuedIds(newId: () => string): (prefix: "prepared" | "run") => Outcome<string> {
  const issued = new Set<string>();
  return (prefix) => {
    let id: string;
    try {
      id = `${prefix}:${newId()}`;
    } catch (cause) {
      return failure(error("runtime.id-invalid", `The id factory failed: ${causeText(cause)}.`));
    }
    if (!opaqueId.test(id)) return failure(error("runtime.id-invalid", `The id factory gave "${id}", which is no id.`));
    if (issued.has(id)) return failure(error("runtime.id-duplicate", `The id factory gave "${id}" twice.`));
    issued.add(id);
    return success(id);
  };
}
