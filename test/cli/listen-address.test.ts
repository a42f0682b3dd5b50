import { expect, test } from "vitest";
import { listenErrorMessage, localUrl, wildcardHost } from "../../src/cli/listen-address.ts";

const address = (family: "IPv4" | "IPv6", address: string) =>
  ({ family, address, netmask: "", mac: "", internal: true, cidr: null, scopeid: 0 }) as const;

test("with IPv6, the unspecified IPv6 address covers both families", () => {
  expect(wildcardHost({ lo: [address("IPv4", "127.0.0.1"), address("IPv6", "::1")] })).toBe("::");
});

test("without IPv6, the unspecified IPv4 address is used", () => {
  expect(wildcardHost({ lo: [address("IPv4", "127.0.0.1")], down: undefined })).toBe("0.0.0.0");
});

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
