import { printParseErrorCode } from "jsonc-parser";

/** What the parser met and what to do, as the second half of a sentence. */
export function explainJsonProblem(code: number): string {
  switch (printParseErrorCode(code)) {
    case "InvalidCommentToken":
    case "UnexpectedEndOfComment":
      return "comments are not allowed; remove it.";
    case "PropertyNameExpected":
      return "a property name in double quotes is expected here, and no comma may stand before }.";
    case "ValueExpected":
      return "a value is expected here, and no comma may stand before ] or }.";
    case "CommaExpected":
      return "a comma is missing here.";
    case "ColonExpected":
      return "a colon is missing here.";
    case "CloseBraceExpected":
      return "a closing } is missing.";
    case "CloseBracketExpected":
      return "a closing ] is missing.";
    case "EndOfFileExpected":
      return "there is text after the end of the value; remove it.";
    case "UnexpectedEndOfString":
    case "InvalidCharacter":
    case "InvalidEscapeCharacter":
    case "InvalidUnicode":
      return "a string is not closed, or holds a character or escape that is not allowed.";
    default:
      return "this is not a JSON value; correct it.";
  }
}
