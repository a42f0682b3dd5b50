/** YAML parser that keeps the position of each key. Loaded only if there is a file. */
import * as yaml from "yaml";
import type { Path } from "../../lib/schema.ts";

/** Returns the message for a syntax error, without quoted text, which can be a secret. */
function syntaxErrorMessage({ code, message }: yaml.YAMLParseError): string {
  if (code === "TAG_RESOLVE_FAILED") return "unknown tag; put text that begins with ! in quotes";
  if (code === "NON_STRING_KEY") return "a key must be text";
  if (code === "RESOURCE_EXHAUSTION") return "nested too deeply";
  if (code === "MULTIPLE_DOCS") return "more than one YAML document; only one is allowed";
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

type LocatedMessage = readonly [offset: number, text: string];

/** Matches the characters that YAML allows only as an escape in quotes. */
const forbiddenCharacter = /[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

/** Returns the duplicate keys of a map. The text shows only a name, since text in other forms can be a secret. */
function findDuplicates({ items }: yaml.YAMLMap<yaml.Scalar>): readonly LocatedMessage[] {
  const seen = new Set<unknown>();
  const repeated = items.filter(({ key: { value } }) => value !== "<<" && seen.size === seen.add(value).size);
  return repeated.map(({ key: { value, range } }) => [
    range?.[0] ?? 0,
    `duplicate key ${/^[\w.-]+/.exec(String(value))?.[0] ?? ""}`.trimEnd(),
  ]);
}

/** Maximum number of aliases: the library resolves each in time proportional to the size of the document. */
const maxAliases = 1000;

/** Returns the aliases that the document may not have. */
function findAliasErrors(document: yaml.Document): readonly LocatedMessage[] {
  const anchors = new Set<string>();
  const errors: LocatedMessage[] = [];
  let count = 0;
  yaml.visit(document, {
    Value: (_, { anchor }) => void (anchor !== undefined && anchors.add(anchor)),
    Alias(_, { source, range }) {
      const offset = range?.[0] ?? 0;
      if (++count > maxAliases) {
        errors.push([offset, `more than ${maxAliases} aliases`]);
        return yaml.visit.BREAK;
      }
      if (!anchors.has(source)) errors.push([offset, "alias without an anchor; put text that begins with * in quotes"]);
      return undefined;
    },
  });
  return errors;
}

/** Returns the errors of the text, but only the first syntax error, which can cause the others. */
function findErrors(document: yaml.Document, text: string): readonly LocatedMessage[] {
  const [error] = [...document.errors, ...document.warnings];
  const controlAt = text.search(forbiddenCharacter);
  // the parser reports the value above a line that is indented too far as the beginning of its key
  const [joined] = document.errors.filter(({ code }) => code === "MULTILINE_IMPLICIT_KEY");
  if (error?.code === "BLOCK_AS_IMPLICIT_KEY" && joined)
    return [[text.lastIndexOf(" ", joined.pos[1]) + 1, "invalid YAML: the line is indented too far"]];
  if (error) return [[error.pos[0], syntaxErrorMessage(error)]];
  if (controlAt !== -1) return [[controlAt, "control character; write it as an escape sequence in double quotes"]];
  const found: LocatedMessage[] = [];
  yaml.visit(document, {
    Map: (_, map) => void found.push(...findDuplicates(map as yaml.YAMLMap<yaml.Scalar>)),
    Scalar(key, { value, range }) {
      if (key === "key" && value === "__proto__") found.push([range?.[0] ?? 0, "__proto__ is not allowed as a key"]);
    },
  });
  return [...found, ...findAliasErrors(document)];
}

/** Parses the YAML document in a file. `at` returns the position of a key, or of the closest enclosing key. `isEmpty` is true
 *  if the text is empty, or contains only comments or null. The tree is empty if there are errors. */
export function readYaml(name: string, text: string) {
  const lineCounter = new yaml.LineCounter();
  const options = {
    lineCounter,
    prettyErrors: false,
    logLevel: "error",
    merge: true,
    stringKeys: true,
    resolveKnownTags: false, // !!set, !!omap, !!pairs, !!binary and !!timestamp have values that no schema reads
    uniqueKeys: false, // compares each key with all others: `findDuplicates` takes linear time
  } as const;
  const document = yaml.parseDocument(text, options);
  let content: unknown;
  let found = findErrors(document, text);
  try {
    if (found.length === 0) content = document.toJS();
    JSON.stringify(content); // throws on circular aliases
  } catch {
    content = undefined;
    found = [[0, "circular or excessive YAML aliases"]];
  }
  const errors = found.map(([offset, message]) => {
    const { line, col } = lineCounter.linePos(offset);
    return `${name}:${line}:${col}: ${message}`;
  });
  return {
    name,
    tree: content ?? {},
    isEmpty: (content ?? undefined) === undefined,
    at: (path: Path) => lineCounter.linePos(offsetOf(document, path)),
    errors,
  };
}
