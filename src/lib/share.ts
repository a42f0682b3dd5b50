/** Work that callers share. */

/** Returns a function that runs `task` for a key, one at a time: calls meanwhile share its result or error, and so do those of the next
 *  `keepMs`. */
export function shareTask<Result>(task: (key: string) => Promise<Result>, keepMs = 0) {
  const shared = new Map<string, Promise<Result>>();
  return (key: string): Promise<Result> => {
    const forget = () => void shared.delete(key);
    const run = () => task(key).finally(() => (keepMs > 0 ? setTimeout(forget, keepMs).unref() : forget()));
    const result = shared.get(key) ?? run();
    shared.set(key, result);
    return result;
  };
}
