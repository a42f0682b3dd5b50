/** Valid JSON of the wrong shape. */
import { fc } from "../support/random.ts";

type Tree = { readonly [name: string]: unknown };
const isTree = (json: unknown): json is Tree => typeof json === "object" && json !== null;

const sizeOf = (json: unknown): number =>
  isTree(json) ? Object.values(json).reduce<number>((sum, part) => sum + sizeOf(part), 1) : 1;

/** Returns the text of `json` with one part replaced, or removed by an empty text. `part` counts depth first, and wraps. */
function rewritten(json: unknown, part: number, rewrite: (text: string) => string): string {
  let before = part % sizeOf(json);
  function write(value: unknown): string {
    const isMeant = before-- === 0;
    const text = isTree(value) ? writeTree(value) : typeof value === "bigint" ? String(value) : JSON.stringify(value);
    return isMeant ? rewrite(text) : text;
  }
  function writeTree(tree: Tree): string {
    const parts = Object.entries(tree).map(([name, value]) => [JSON.stringify(name), write(value)] as const);
    const left = parts.filter(([, text]) => text !== "");
    return Array.isArray(tree)
      ? `[${left.map(([, text]) => text)}]`
      : `{${left.map(([name, text]) => `${name}:${text}`)}}`;
  }
  return write(json);
}

type Junk = { readonly json: string; readonly text: string; readonly name: string };
const inQuotes = (text: string) => JSON.stringify(text);
const inner = (json: string) => json.slice(1, -1);

const edits = {
  "left out": () => "",
  replaced: (_: string, { json }: Junk) => json,
  "as a string": inQuotes,
  "without its quotes": (json: string) => (/^"-?[1-9]\d*"$/.test(json) ? inner(json) : json),
  "in a list": (json: string) => `[${json}]`,
  "a thousand times": (json: string) => `[${Array(1000).fill(/^\[.+\]$/s.test(json) ? inner(json) : json)}]`,
  "with a longer text": (json: string, { text }: Junk) =>
    json.startsWith('"') ? `"${inner(json)}${inner(inQuotes(text))}"` : inQuotes(text),
  "with a member more": (json: string, { json: value, name }: Junk) => withMember(json, name, value),
  "with its first member by another name": (json: string, { text }: Junk) =>
    json.startsWith("{") ? withMember(json, text, JSON.stringify(Object.values(JSON.parse(json))[0] ?? 1)) : json,
};

const withMember = (json: string, name: string, value: string) =>
  json.startsWith("{")
    ? `{${[`${inQuotes(name)}:${value}`, inner(json)].filter(Boolean)}}`
    : `{${inQuotes(name)}:${json}}`;

const hardText = fc.string({
  unit: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...'"\\{},= \n\r\t\0\u007f\u0085\u2028\ud800#\udfffé🂡\ufeff') },
    fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
  ),
  maxLength: 12,
});
const many = fc.integer({ min: 1, max: 3000 });

const json = fc.oneof(
  fc.constantFrom("null", "true", "[]", "{}", '""', "0", "-0", "-1", "0.5", "1e400", "-1e-400", "18446744073709551616"),
  fc.constantFrom('"0"', '"-1"', '"1.5"', '" 1"', '"1e3"', '"0x1"', '"NaN"', '"Infinity"', '"18446744073709551615"'),
  fc.bigInt().map(String),
  fc.double().map((number) => JSON.stringify(number)),
  fc.jsonValue().map((value) => JSON.stringify(value)),
  hardText.map(inQuotes),
  many.map((length) => inQuotes("long ".repeat(10 * length))),
  many.map((depth) => "[".repeat(depth) + "]".repeat(depth)),
  many.map((depth) => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`),
  fc.constantFrom("1", "null", '"x"', "{}").map((item) => `[${Array(1000).fill(item)}]`),
);
const names = ["__proto__", "constructor", "toString", "hasOwnProperty", "then", "length", "error", "result", "id"];

/** One part of a response, and its replacement. */
export type Spoiling = Junk & { readonly part: number; readonly how: keyof typeof edits };

export const spoiling: fc.Arbitrary<Spoiling> = fc.record({
  part: fc.nat(),
  how: fc.constantFrom(...(Object.keys(edits) as (keyof typeof edits)[])),
  json,
  text: hardText,
  name: fc.oneof(fc.constantFrom(...names), hardText),
});

export const spoil = (json: unknown, { part, how, ...junk }: Spoiling): string =>
  rewritten(json, part, (text) => edits[how](text, junk));
