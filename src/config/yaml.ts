/** YAML parser that keeps the position of each key. Loaded only if there is a file. */
import * as yaml from "yaml";
import type { Path } from "./schema-walk.ts";

/** Returns the message for a syntax error, without quoted text, which can be a secret. `at` begins with what is wrong. */
function syntaxErrorMessage({ code, message }: yaml.YAMLParseError, at: string): string {
  if (code === "TAG_RESOLVE_FAILED") return "unknown tag; put text that begins with ! in quotes";
  if (code === "NON_STRING_KEY") return "a key must be text";
  if (code === "MULTIPLE_DOCS") return "more than one YAML document; only one is allowed";
  if (code === "DUPLICATE_KEY") return `duplicate key ${/^[\w.-]+/.exec(at)?.[0] ?? ""}`.trimEnd();
  return `invalid YAML: ${message.replace(/(?<=\w): .*$|(?<=escape sequence) .*$/s, "")}`;
}

/** Returns the offset of the key at the path, or of the closest enclosing key. */
function offsetOf(document: yaml.Document, path: Path): number {
  let node: unknown = document.contents;
  let offset = document.contents?.range?.[0] ?? 0;
  for (const key of path) {
    const target = yaml.isAlias(node) ? node.resolve(document) : node;
    const pair = yaml.isMap<yaml.Scalar>(target) ? target.items.find((item) => item.key.value === key) : undefined;
    const next = pair?.key ?? (yaml.isSeq<yaml.Node>(target) ? target.items[Number(key)] : undefined);
    offset = next?.range?.[0] ?? offset;
    node = pair ? pair.value : next;
  }
  return offset;
}

type Fault = readonly [offset: number, text: string];

/** Matches the characters that YAML allows only as an escape in quotes. */
const forbiddenCharacter = /[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

/** Returns the faults of the text, but only the first syntax error, which can cause the others, and duplicate keys. */
function findFaults(document: yaml.Document, text: string): readonly Fault[] {
  const errors = [...document.errors, ...document.warnings].filter(
    ({ code }, i) => i === 0 || code === "DUPLICATE_KEY",
  );
  const controlAt = text.search(forbiddenCharacter);
  if (errors.length > 0)
    return errors.map((error) => [error.pos[0], syntaxErrorMessage(error, text.slice(error.pos[0]))]);
  if (controlAt !== -1) return [[controlAt, "control character; write it as an escape sequence in double quotes"]];
  const faults: Fault[] = [];
  yaml.visit(document, {
    Scalar(at, { value, range }) {
      if (at === "key" && value === "__proto__") faults.push([range?.[0] ?? 0, "__proto__ is not allowed as a key"]);
    },
    Alias(_, node) {
      if (!node.resolve(document))
        faults.push([node.range?.[0] ?? 0, "alias without an anchor; put text that begins with * in quotes"]);
    },
  });
  return faults;
}

/** Parses the YAML document in a file. `at` returns the position of a key, or of the closest enclosing key. `isEmpty` is true
 *  if the text is empty, or contains only comments or null. The tree is empty if there are errors. */
export function readYaml(name: string, text: string) {
  const lineCounter = new yaml.LineCounter();
  const options = { lineCounter, prettyErrors: false, logLevel: "error", merge: true, stringKeys: true } as const;
  const document = yaml.parseDocument(text, options);
  let content: unknown;
  let faults = findFaults(document, text);
  try {
    if (faults.length === 0) content = document.toJS();
    JSON.stringify(content); // throws on circular aliases
  } catch {
    content = undefined;
    faults = [[0, "circular or excessive YAML aliases"]];
  }
  const errors = faults.map(([offset, fault]) => {
    const { line, col } = lineCounter.linePos(offset);
    return `${name}:${line}:${col}: ${fault}`;
  });
  return {
    name,
    tree: content ?? {},
    isEmpty: (content ?? undefined) === undefined,
    at: (path: Path) => lineCounter.linePos(offsetOf(document, path)),
    errors,
  };
}
