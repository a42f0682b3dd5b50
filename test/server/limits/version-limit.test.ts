import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "vitest";
import { createVersionLimit } from "../../../src/server/limits/version-limit.ts";

const createResponse = () => new ServerResponse(new IncomingMessage(new Socket()));
/** The end of a stream is reported a tick later. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Registers responses, each with the page at this index, and returns which of them have been closed. */
function closedOf(sizesInMebibytes: readonly number[], pageOfResponse: readonly number[]) {
  const pages = sizesInMebibytes.map((size) => new Uint8Array(size * 1024 * 1024));
  const limitVersions = createVersionLimit();
  const responses = pageOfResponse.map((page) => {
    const response = createResponse();
    limitVersions(pages[page] as Uint8Array, response);
    return response;
  });
  return responses.map(({ destroyed }) => destroyed);
}

test.each<[string, number[], number[], boolean[]]>([
  ["many responses share one version: none is closed", [40], [0, 0, 0], [false, false, false]],
  ["versions of 32 MiB: none is closed", [16, 16], [0, 1], [false, false]],
  ["versions of more than 32 MiB: the oldest is closed", [16, 16, 1], [0, 1, 2], [true, false, false]],
  ["all responses of the oldest version are closed", [16, 16, 1], [0, 0, 1, 2], [true, true, false, false]],
  ["as many versions as necessary are closed", [10, 10, 10, 20], [0, 1, 2, 3], [true, true, false, false]],
  ["a version of more than 32 MiB: only the others are closed", [1, 33], [0, 1, 1], [true, false, false]],
])("%s", (_what, sizes, pageOfResponse, expected) => {
  expect(closedOf(sizes, pageOfResponse)).toEqual(expected);
});

test("a response that has ended does not count", async () => {
  const limitVersions = createVersionLimit();
  const [ended, current, last] = [createResponse(), createResponse(), createResponse()];
  for (const response of [ended, current]) limitVersions(new Uint8Array(16 * 1024 * 1024), response);
  ended.destroy();
  await settled();
  limitVersions(new Uint8Array(16 * 1024 * 1024), last);
  expect([current.destroyed, last.destroyed]).toEqual([false, false]);
});
