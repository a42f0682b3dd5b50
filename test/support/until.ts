import { vi } from "vitest";

/** What the check gives as soon as it passes. The time is for a machine under load: a check that passes never waits so long. */
export const until = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 30_000, interval: 10 });
