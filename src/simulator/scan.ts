/** Scans the first JSON value of a text without parsing it. */

/** Returns the position after the closing quote, if there is one. */
function stringEnd(text: string, from: number): number | undefined {
  for (let at = text.indexOf('"', from + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text[at - 1 - slashes] === "\\") slashes++;
    if (slashes % 2 === 0) return at + 1;
  }
  return undefined;
}

/** Yields the tokens, without blanks. Stops at an unterminated string. */
function* tokensOf(text: string): Generator<{ readonly token: string; readonly end: number }> {
  const plain = /\s*([[\]{},:]|[^\s"[\]{},:]+)?/y;
  for (let at = 0; at < text.length; at = plain.lastIndex) {
    plain.lastIndex = at;
    const token = plain.exec(text)?.[1];
    if (token !== undefined) yield { token, end: plain.lastIndex };
    else {
      const from = plain.lastIndex;
      const end = text[from] === '"' ? stringEnd(text, from) : undefined;
      if (end === undefined) return;
      yield { token: text.slice(from, end), end };
      plain.lastIndex = end;
    }
  }
}

const deeper: Readonly<Record<string, number>> = { "[": 1, "{": 1, "]": -1, "}": -1 };

/** Maximum depth. Go allows ten times as many, for which the stack here is too small. */
const deepest = 1000;

type Found = { readonly end: number; readonly member: string };
/** Returns the end of the first value and the unparsed member `name`, or the bracket that exceeds the maximum depth.
 *  Returns undefined if the value is incomplete. */
export function scan(text: string, name: string): Found | { readonly tooDeep: string } | undefined {
  const wanted = JSON.stringify(name);
  let depth = 0;
  let member = "";
  let [before, isInside] = ["", false];
  for (const { token, end } of tokensOf(text)) {
    depth += deeper[token] ?? 0;
    if (depth > deepest) return { tooDeep: token };
    if (depth === 0) return { end, member };
    if (depth === 1 && token === ":" && before === wanted) [member, isInside] = ["", true];
    else if (depth === 1 && token === ",") isInside = false;
    else if (isInside) member += token;
    before = token;
  }
  return undefined;
}
