import { expect, test } from "vitest";
import { listenErrorMessage, localUrl } from "../../src/app/server-address.ts";

test("an error without a system code is reported unchanged", () => {
  expect([listenErrorMessage(Object.assign(new Error("x"), { code: "ENEW" })), listenErrorMessage("odd")]).toEqual([
    "ENEW",
    "odd",
  ]);
});

test.each([
  [{ host: undefined, port: 1 }, "http://127.0.0.1:1"],
  [{ host: "0.0.0.0", port: 1 }, "http://127.0.0.1:1"],
  [{ host: "::", port: 1 }, "http://[::1]:1"],
  [{ host: "fe80::1", port: 1 }, "http://[fe80::1]:1"],
  [{ host: "10.0.0.1", port: 1 }, "http://10.0.0.1:1"],
])("a listener at %j is found at %s", (address, url) => {
  expect(localUrl(address)).toBe(url);
});
