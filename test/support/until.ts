import { inject, vi } from "vitest";
import { pollLimit } from "./limits.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Milliseconds of a poll. The configuration of the end-to-end tests provides none. */
    pollLimit?: number;
  }
}

/** Polls a check until it passes and returns its result. */
export const until = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: inject("pollLimit") ?? pollLimit, interval: 10 });
