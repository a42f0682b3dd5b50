/** What the project's client takes. */
import assert from "node:assert/strict";
import { methodOf, type RpcMethodName } from "../../src/contract/contract.ts";

/** The client reads this result as well, which is not what the node at hand says. */
export const assertAccepts = (name: RpcMethodName, ...results: unknown[]) => {
  for (const result of results) {
    const read = methodOf(name).result.safeParse(result);
    assert.equal(read.error?.message, undefined, `the client takes ${JSON.stringify(result)} for ${name}`);
  }
};
