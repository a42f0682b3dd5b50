/** YAML, with the position of each key: loaded only where there is a file. */
import type { YAMLParseError } from "yaml";
import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
  type Scalar,
  visit,
  type YAMLMap,
} from "yaml";
import { noFile, type Source } from "./source.ts";
import type { Path } from "./walk.ts";

const maxAliases = 1000;

/** The library's fault in plain words, without the text that it quotes: that may be a secret. */
function syntaxFault({ code, message }: YAMLParseError): string {
  if (code === "TAG_RESOLVE_FAILED") return "an unknown tag; text that begins with ! must be in quotes";
  if (code === "NON_STRING_KEY") return "a key must be text";
  if (code === "MULTIPLE_DOCS") return "more than one document; there can only be one";
  return `not YAML: ${message.replace(/(?<=\w): .*$|(?<=escape sequence) .*$/s, "")}`;
}

/** The same function, which keeps its results. */
function remember<K, V>(make: (key: K) => V): (key: K) => V {
  const made = new Map<K, V>();
  return (key) => {
    if (!made.has(key)) made.set(key, make(key));
    return made.get(key) as V;
  };
}

/** Finds the offset of a key. Each mapping and alias is searched once, however many keys are looked up. */
function createOffsets(document: Document): (path: Path) => number {
  const pairsOf = remember((map: YAMLMap) => new Map(map.items.map((pair) => [(pair.key as Scalar).value, pair])));
  const targetOf = remember((alias: Alias) => alias.resolve(document));
  return (path) => {
    let at: unknown = document.contents;
    let offset = document.contents?.range?.[0] ?? 0;
    for (const key of path) {
      const node: unknown = isAlias(at) ? targetOf(at) : at;
      const pair = isMap(node) ? pairsOf(node).get(key) : undefined;
      const next = pair?.key ?? (isSeq(node) ? node.items[Number(key)] : undefined);
      offset = (next as Node | undefined)?.range?.[0] ?? offset;
      at = pair ? pair.value : next;
    }
    return offset;
  };
}

type Fault = readonly [offset: number, text: string];

/** Faults of the keys of one mapping. */
function* keyFaults({ items }: YAMLMap, text: string): Generator<Fault> {
  const seen = new Set<unknown>();
  for (const { key } of items as Pair<Scalar.Parsed>[]) {
    const [offset] = key.range;
    if (key.value === "__proto__") yield [offset, "__proto__ cannot be a key"];
    if (seen.has(key.value))
      yield [offset, `${/^[\w.-]+/.exec(text.slice(offset))?.[0] ?? "the key"} stands there twice`];
    seen.add(key.value);
  }
}

/** Matches what YAML allows in quotes only, and as an escape. */
const control = /[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

/** Faults of the text itself. Of several syntax errors only the first counts: it can cause the others. */
function faultsIn(document: Document, text: string): readonly Fault[] {
  const [error] = [...document.errors, ...document.warnings];
  if (error) return [[error.pos[0], syntaxFault(error)]];
  const controlAt = text.search(control);
  if (controlAt !== -1) return [[controlAt, "a control character; write it as an escape in double quotes"]];
  const faults: Fault[] = [];
  const anchors = new Set<string>();
  let aliases = 0;
  visit(document, {
    Node(_, node) {
      if (isMap(node)) for (const fault of keyFaults(node, text)) faults.push(fault);
      if (!isAlias(node)) {
        if (node.anchor) anchors.add(node.anchor);
        return undefined;
      }
      const [offset] = (node as Alias.Parsed).range;
      if (!anchors.has(node.source))
        faults.push([offset, "an alias without an anchor; text that begins with * must be in quotes"]);
      if (++aliases <= maxAliases) return undefined;
      faults.push([offset, `more than ${maxAliases} aliases`]);
      return visit.BREAK;
    },
  });
  return faults;
}

export function readYaml(text: string): Source {
  const lineCounter = new LineCounter();
  // keyFaults finds repeated keys: the library's own search takes minutes in a large mapping
  const options = {
    lineCounter,
    prettyErrors: false,
    logLevel: "error",
    merge: true,
    stringKeys: true,
    uniqueKeys: false,
  } as const;
  const document = parseDocument(text, options);
  const broken = (faults: readonly Fault[]): Source => ({
    ...noFile,
    faults: faults.map(([offset, fault]) => ({ position: lineCounter.linePos(offset), text: fault })),
  });
  const faults = faultsIn(document, text);
  if (faults.length > 0) return broken(faults);
  try {
    const content: unknown = document.toJS();
    const tree = content ?? {};
    JSON.stringify(tree); // throws on circles
    const offsetOf = createOffsets(document);
    const isEmpty = content === null || content === undefined;
    return { tree, isEmpty, at: (path) => lineCounter.linePos(offsetOf(path)), faults: [] };
  } catch {
    return broken([[0, "aliases that go round in circles, or too many of them"]]);
  }
}
