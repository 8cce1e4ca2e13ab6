export function childLeaks(agentDir: string, names: readonly string[], canaries: readonly string[]): readonly string[];
export function fileLeaks(directory: string, canaries: readonly string[], known?: readonly string[]): readonly string[];
