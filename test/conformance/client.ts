/** Responses that the project's client accepts. */
import assert from "node:assert/strict";
import { methodOf, type RpcMethodName } from "../../src/api/contract.ts";

/** Asserts that the client also accepts this result, which the node does not return. */
export const assertAccepts = (name: RpcMethodName, ...results: unknown[]) => {
  for (const result of results) {
    const read = methodOf(name).result.safeParse(result);
    assert.equal(read.error?.message, undefined, `the client takes ${JSON.stringify(result)} for ${name}`);
  }
};
