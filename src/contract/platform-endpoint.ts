import type { Endpoint } from "./method.ts";

export const pChain: Endpoint = { path: () => "/ext/bc/P", lane: () => "P", always: true };
