import { vi } from "vitest";

/** Polls a check until it passes and returns its result. The timeout is generous for loaded machines. */
export const until = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 30_000, interval: 10 });
