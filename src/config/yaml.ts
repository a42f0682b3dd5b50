/** YAML parser that keeps the position of each key. Loaded only if there is a file. */
import * as yaml from "yaml";
import type { Path } from "./schema-walk.ts";

const maxAliases = 1000;

/** Returns the message for a syntax error, without quoted text, which can be a secret. */
function syntaxErrorMessage({ code, message }: yaml.YAMLParseError): string {
  if (code === "TAG_RESOLVE_FAILED") return "unknown tag; put text that begins with ! in quotes";
  if (code === "NON_STRING_KEY") return "a key must be text";
  if (code === "MULTIPLE_DOCS") return "more than one YAML document; only one is allowed";
  return `invalid YAML: ${message.replace(/(?<=\w): .*$|(?<=escape sequence) .*$/s, "")}`;
}

type KeyedPair = yaml.Pair<yaml.Scalar.Parsed, yaml.Node | null>;
/** Pairs of each mapping by key, and the target of each alias. Finds keys without searching the document. */
type NodeIndex = {
  readonly pairs: Map<unknown, Map<unknown, KeyedPair>>;
  readonly targets: Map<unknown, yaml.Node | undefined>;
};

/** Returns the offset of the key at the path, or of the closest enclosing key. */
function offsetOf({ contents }: yaml.Document, { pairs, targets }: NodeIndex, path: Path): number {
  let node: unknown = contents;
  let offset = contents?.range?.[0] ?? 0;
  for (const key of path) {
    const target = yaml.isAlias(node) ? targets.get(node) : node;
    const pair = pairs.get(target)?.get(key);
    const next: unknown = pair?.key ?? (yaml.isSeq(target) ? target.items[Number(key)] : undefined);
    offset = (next as yaml.Node | undefined)?.range?.[0] ?? offset;
    node = pair ? pair.value : next;
  }
  return offset;
}

type Fault = readonly [offset: number, text: string];

/** Matches the characters that YAML allows only as an escape in quotes. */
const forbiddenCharacter = /[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

/** Fills the index. Returns the faults of the text, but only the first syntax error, which can cause the others. */
function findFaults(document: yaml.Document, text: string, { pairs, targets }: NodeIndex): readonly Fault[] {
  const [error] = [...document.errors, ...document.warnings];
  if (error) return [[error.pos[0], syntaxErrorMessage(error)]];
  const controlAt = text.search(forbiddenCharacter);
  if (controlAt !== -1) return [[controlAt, "control character; write it as an escape sequence in double quotes"]];
  const faults: Fault[] = [];
  const anchors = new Map<string, yaml.Node>();
  yaml.visit(document, {
    Value(_, node) {
      if (node.anchor) anchors.set(node.anchor, node);
      if (!yaml.isMap(node)) return;
      const seen = new Map<unknown, KeyedPair>();
      for (const pair of node.items as KeyedPair[]) {
        const [offset] = pair.key.range;
        if (pair.key.value === "__proto__") faults.push([offset, "__proto__ is not allowed as a key"]);
        if (seen.has(pair.key.value))
          faults.push([offset, `duplicate key ${/^[\w.-]+/.exec(text.slice(offset))?.[0] ?? ""}`.trimEnd()]);
        seen.set(pair.key.value, pair);
      }
      pairs.set(node, seen);
    },
    Alias(_, node) {
      const [offset] = (node as yaml.Alias.Parsed).range;
      targets.set(node, anchors.get(node.source));
      if (!anchors.has(node.source))
        faults.push([offset, "alias without an anchor; put text that begins with * in quotes"]);
      if (targets.size <= maxAliases) return undefined;
      faults.push([offset, `more than ${maxAliases} aliases`]);
      return yaml.visit.BREAK;
    },
  });
  return faults;
}

/** Parses a YAML document. `at` returns the position of a key, or of the closest enclosing key. `isEmpty` is true if
 *  the text is empty, or contains only comments or null. The tree is empty if there are faults. */
export function readYaml(text: string) {
  const lineCounter = new yaml.LineCounter();
  // findFaults finds duplicate keys: the search of the library takes minutes in a large mapping
  const document = yaml.parseDocument(text, {
    lineCounter,
    prettyErrors: false,
    logLevel: "error",
    merge: true,
    stringKeys: true,
    uniqueKeys: false,
  });
  const index: NodeIndex = { pairs: new Map(), targets: new Map() };
  let content: unknown;
  let faults = findFaults(document, text, index);
  try {
    if (faults.length === 0) content = document.toJS();
    JSON.stringify(content); // throws on circular aliases
  } catch {
    content = undefined;
    faults = [[0, "circular or excessive YAML aliases"]];
  }
  return {
    tree: content ?? {},
    isEmpty: (content ?? undefined) === undefined,
    at: (path: Path) => lineCounter.linePos(offsetOf(document, index, path)),
    faults: faults.map(([offset, fault]) => ({ position: lineCounter.linePos(offset), text: fault })),
  };
}
