import { expect, test } from "vitest";
import { createSecretMask, showUrl } from "../../src/lib/redaction.ts";
import { fc } from "../support/random.ts";

const maskOf =
  (...secrets: string[]) =>
  (text: string, maxLength = 1000) =>
    createSecretMask(secrets).mask(text, maxLength);

test.each([
  ["as it is", "you sent pass/word"],
  ["in a URL", "you sent pass%2Fword"],
])("a secret is masked %s", (_what, text) => {
  expect(maskOf("pass/word")(text)).toBe("you sent <secret>");
});

test("a secret in quotes, with escaped characters, is masked", () => {
  expect(maskOf('pass"word')(JSON.stringify('pass"word'))).toBe('"<secret>"');
});

test("the longer of two secrets at the same place is masked", () => {
  expect(maskOf("pass", "password")("password pass")).toBe("<secret> <secret>");
});

test.each(["e", "abc", "a/b"])("a text that holds the short secret %s is withheld", (secret) => {
  expect(maskOf(secret)(`the connection ${secret} ended`)).toBe("<withheld: the text may hold a secret>");
});

test("a text that does not hold the short secret is shown", () => {
  expect(maskOf("q")("the connection ended")).toBe("the connection ended");
});

test("an empty secret is ignored", () => {
  expect(maskOf("", " ")("the connection ended")).toBe("the connection ended");
});

test("a secret that the limit would split is masked as a whole", () => {
  expect(maskOf("password")(`1234password5678`, 8)).toBe("1234<secret>");
});

test("a secret behind the limit is cut off", () => {
  expect(maskOf("password")(`12345678password`, 8)).toBe("12345678");
});

test("a part of a secret is not shown at any limit", () => {
  const secret = "0123456789abcdef";
  const part = fc.oneof(fc.constant(secret), fc.string({ unit: fc.constantFrom("x", " ") }));
  fc.assert(
    fc.property(fc.array(part), fc.nat({ max: 60 }), (parts, maxLength) => {
      expect(maskOf(secret)(parts.join(""), maxLength).replaceAll("<secret>", "")).not.toMatch(/[0-9a-f]/);
    }),
  );
});

test.each([
  ["password", true],
  ["passwor", false],
  ["123456789012345", false],
  ["1234567890123456", true],
])("whether an answer holds %s is found: %s", (secret, expected) => {
  expect(createSecretMask([secret]).containsSecret(`an answer with ${secret} in it`)).toBe(expected);
});

test("a secret that is invalid in a URL is masked unchanged", () => {
  expect(maskOf("pass\ud800word")("pass\ud800word")).toBe("<secret>");
});

test.each([
  ["http://node.example:9650", "http://node.example:9650"],
  ["http://127.0.0.1:9650/wrong", "http://127.0.0.1:9650/wrong"],
  ["https://node.example/rpc/avalanche-mainnet/v1", "https://node.example/rpc/avalanche-mainnet/v1"],
  ["https://node.example/node-1.fuji", "https://node.example/node-1.fuji"],
  ["https://node.example/rpc/0123456789abcdef0123456789abcdef/x", "https://node.example/rpc/<secret>/x"],
  ["https://node.example/aBcDeFgHiJkLmNoPqRsTuVwXyZ", "https://node.example/<secret>"],
  ["https://node.example/abcdefghijklmnop", "https://node.example/<secret>"],
  ["https://node.example/6d1f8a2e-1c3b-4e5f-8a9b-0c1d2e3f4a5b", "https://node.example/<secret>"],
  ["https://node.example/a%20b", "https://node.example/<secret>"],
])("of the URL %s the path is shown, except for what can be a key", (url, shown) => {
  expect(showUrl(url)).toBe(shown);
});
