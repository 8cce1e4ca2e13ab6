/** How RPC mode is driven: one prompt, then wait until Pi will not go on by itself. The results come as frames. */
export interface RpcDriver {
  prompt(message: string): void;
  /** One record of standard output, or its first 500 characters or more. */
  receive(line: string): void;
}

const stateRequest = "settled?";

/**
 * `settled` is called when Pi came to rest without an answer. Pi 1.x says so; on Pi 0.73 an end of the agent is the last
 * one unless a retry is announced right after it, so a question sent then is answered after that announcement.
 */
export function rpcDriver(tools: { readonly write: (text: string) => void; readonly settled: () => void }): RpcDriver {
  let ends = 0;
  let retrying = false;
  const write = (command: object) => tools.write(`${JSON.stringify(command)}\n`);

  const receive = (line: string) => {
    // Most records are long partial messages that nobody reads here, so only the head is looked at first.
    const type = /^\{"(?:id":"[^"]*",")?type":"(\w+)"/.exec(line)?.[1];
    switch (type) {
      case "agent_end":
        ends += 1;
        retrying = false;
        return write({ id: `${stateRequest}${ends}`, type: "get_state" });
      case "auto_retry_start":
        retrying = true;
        return undefined;
      case "agent_settled":
        return tools.settled();
      case "response":
        return response(line);
      default:
        return undefined;
    }
  };
  const response = (line: string) => {
    const head = line.slice(0, 500);
    const isAnswered = head.includes(`"id":"${stateRequest}${ends}"`) && !retrying;
    const isRefused = head.includes('"command":"prompt"') && head.includes('"success":false');
    if (isAnswered || isRefused) tools.settled();
  };
  return { receive, prompt: (message) => write({ id: "prompt", type: "prompt", message }) };
}
