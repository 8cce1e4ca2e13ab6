// What our tools add to every request of a parent session.
import { countedTools } from "../scripts/count-tokens.mjs";
import { estimate } from "./statistics.mjs";

const most = 350;

export async function measureTokens() {
  const total = (await countedTools()).reduce((sum, each) => sum + each.definition, 0);
  const verdict = total <= most ? "holds" : "missed";
  return [
    {
      name: "tools in a parent request, o200k",
      unit: "tok",
      ...estimate([total]),
      target: { text: `<= ${most}`, verdict },
    },
  ];
}
