/** The kind of message an answer is in the conversation: what draws it is loaded before what writes it. */
export const resultMessage = "forge-agent-run";
