import { until } from "./until.ts";

/** Returns the base URL that a program prints once it listens, on any port. */
export function listeningUrl(output: string): string | undefined {
  const [, logged] = /"url":"(https?:\/\/[^/"]+)[^"]*","msg":"listening"/.exec(output) ?? [];
  const [, simulated] = /listening at (http:\/\/[\d.:]+\d)/.exec(output) ?? [];
  return logged ?? simulated;
}

/** Waits for the base URL in a test of the program. */
export const untilListening = (output: () => string): Promise<string> =>
  until(() => {
    const url = listeningUrl(output());
    if (url === undefined) throw new Error(`nothing listens: ${output()}`);
    return url;
  });
