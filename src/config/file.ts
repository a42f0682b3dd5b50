/** YAML, with the position of each key: loaded only where there is a file. */
import type { YAMLParseError } from "yaml";
import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  visit,
} from "yaml";
import { noFile, type Source } from "./source.ts";
import type { Path } from "./walk.ts";

/** In our words, or in the library's without what they quote of the file: it may be a secret. */
function syntaxFault({ code, message }: YAMLParseError, rest: string): string {
  const key = /^[\w.-]+/.exec(rest)?.[0] ?? "the key";
  if (code === "DUPLICATE_KEY") return `${key} stands there twice`;
  if (code === "TAG_RESOLVE_FAILED") return "an unknown tag; text that begins with ! must be in quotes";
  if (code === "NON_STRING_KEY") return "a key must be text";
  if (code === "MULTIPLE_DOCS") return "more than one document; there can only be one";
  return `not YAML: ${message.replace(/(?<=\w): .*$|(?<=escape sequence) .*$/s, "")}`;
}

function offsetOf(document: Document, path: Path): number {
  let at: unknown = document.contents;
  let offset = document.contents?.range?.[0] ?? 0;
  for (const key of path) {
    const node: unknown = isAlias(at) ? at.resolve(document) : at;
    const pair = isMap(node) ? node.items.find((item) => isScalar(item.key) && item.key.value === key) : undefined;
    const next = pair?.key ?? (isSeq(node) ? node.items[Number(key)] : undefined);
    offset = (next as Node | undefined)?.range?.[0] ?? offset;
    at = pair ? pair.value : next;
  }
  return offset;
}

/** What is wrong with the text itself: each offset and a sentence. */
function* faultsIn(document: Document, text: string): Generator<readonly [offset: number, text: string]> {
  // the first broken line makes others seem broken
  const [first, ...more] = [...document.errors, ...document.warnings];
  const told = first ? [first, ...more.filter(({ code }) => code === "DUPLICATE_KEY")] : [];
  for (const error of told) yield [error.pos[0], syntaxFault(error, text.slice(error.pos[0]))];
  if (first) return;
  const dangling: Alias.Parsed[] = [];
  visit(document, {
    Alias(_, alias) {
      if (!alias.resolve(document)) dangling.push(alias as Alias.Parsed);
    },
  });
  for (const { range } of dangling)
    yield [range[0], "an alias without an anchor; text that begins with * must be in quotes"];
}

export function readYaml(text: string): Source {
  const lineCounter = new LineCounter();
  const options = { lineCounter, prettyErrors: false, logLevel: "error", merge: true, stringKeys: true } as const;
  const document = parseDocument(text, options);
  const broken = (faults: readonly (readonly [number, string])[]): Source => ({
    ...noFile,
    faults: faults.map(([offset, fault]) => ({ position: lineCounter.linePos(offset), text: fault })),
  });
  const faults = [...faultsIn(document, text)];
  if (faults.length > 0) return broken(faults);
  try {
    const tree = document.toJS() ?? {};
    JSON.stringify(tree); // throws on circles
    return { tree, at: (path) => lineCounter.linePos(offsetOf(document, path)), faults: [] };
  } catch {
    return broken([[0, "aliases that go round in circles, or too many of them"]]);
  }
}
