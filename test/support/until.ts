import { vi } from "vitest";
import { pollLimit } from "./limits.ts";

/** Polls a check until it passes and returns its result. */
export const until = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: pollLimit, interval: 10 });
