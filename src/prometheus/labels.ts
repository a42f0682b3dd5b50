/** What stands between a sample's name and its value. */
import { hash } from "node:crypto";

export type Labels = Readonly<Record<string, string>>;
type Names = readonly string[];

/** Characters of a label value, in UTF-16 code units. */
const maxLength = 1024;
const controls = /[\p{Cc}--\n]/gv;
/** Matches a control character, a lone surrogate and the end of a value that `clean` changed. */
const unfit = /[[\p{Cc}--\n]\p{Cs}]|…[\w\-]{22}$/v;

/** Returns the value in the form that is published: valid UTF-8 of limited length, without terminal escapes. A value that needs
 *  a change ends with a digest of the original: two different values never become equal. */
function clean(value: string): string {
  if (value.length <= maxLength && !unfit.test(value)) return value;
  const digest = hash("sha256", Buffer.from(value, "utf16le"), "base64url").slice(0, 22);
  const shown = value.slice(0, maxLength - digest.length - 1);
  return `${shown.toWellFormed().replace(controls, "\ufffd")}…${digest}`;
}

/** Returns the same object if nothing needs a change. */
function cleanLabels(labels: Labels, names: Names): Labels {
  let cleaned = labels;
  for (const name of names) {
    const value = labels[name] ?? "";
    const shown = clean(value);
    if (shown !== value) cleaned = { ...cleaned, [name]: shown };
  }
  return cleaned;
}

const escaped = (value: string) =>
  /["\\\n]/.test(value) ? value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n") : value;

const noLabels = Buffer.from(" ");
/** Bytes at first. */
const usualSize = 1024;
/** Bytes that a character takes at most. */
const widest = 3;

/** Writes labels into a buffer of its own: what it gives holds until the next call. One object of labels serves many families
 *  of one validator: its text is made once. */
export function createLabelWriter() {
  const encoder = new TextEncoder();
  /** What stands before each value. */
  const starts = new Map<Names, readonly (readonly [name: string, start: string])[]>();
  let buffer = new Uint8Array(usualSize);
  let written: { readonly names: Names; readonly labels: Labels; readonly bytes: Uint8Array } | undefined;

  function startsOf(names: Names) {
    const known = starts.get(names) ?? names.map((name, i) => [name, `${i === 0 ? "{" : '",'}${name}="`] as const);
    starts.set(names, known);
    return known;
  }
  return (names: Names, labels: Labels | undefined): Uint8Array => {
    if (!labels) return noLabels;
    if (written?.labels === labels && written.names === names) return written.bytes;
    let text = "";
    for (const [name, start] of startsOf(names)) text += start + escaped(labels[name] ?? "");
    text += '"} ';
    if (widest * text.length > buffer.length) buffer = new Uint8Array(2 * widest * text.length);
    const bytes = buffer.subarray(0, encoder.encodeInto(text, buffer).written);
    written = { names, labels, bytes };
    return bytes;
  };
}
export type LabelWriter = ReturnType<typeof createLabelWriter>;

function isSame(some: Labels, others: Labels, names: Names): boolean {
  for (const name of names) if (some[name] !== others[name]) return false;
  return true;
}

/** The labels of one round after the other. What was there in the last round is given as the object that it was then, where
 *  the order is much the same: so that it is known again. */
export class KnownLabels {
  #before: readonly Labels[] = [];
  #now: Labels[] = [];
  /** Labels that differ from the node's: the same text from the node would be cleaned again. */
  readonly #cleaned = new WeakSet<Labels>();
  /** Of those before, how many have come again or gone by. */
  #cursor = 0;

  get(labels: Labels, names: Names): Labels {
    const found = this.#find(labels, names);
    const known = found && !this.#cleaned.has(found) ? found : this.#clean(labels, names);
    this.#now.push(known);
    return known;
  }
  #clean(labels: Labels, names: Names): Labels {
    const cleaned = cleanLabels(labels, names);
    if (cleaned === labels) return labels;
    const known = this.#find(cleaned, names) ?? cleaned;
    this.#cleaned.add(known);
    return known;
  }
  #find(labels: Labels, names: Names): Labels | undefined {
    // the next one; or the one after it, where one is gone
    const last = Math.min(this.#cursor + 2, this.#before.length);
    for (let i = this.#cursor; i < last; i++) {
      const known = this.#before[i];
      if (known && isSame(known, labels, names)) {
        this.#cursor = i + 1;
        return known;
      }
    }
    return undefined;
  }
  /** Begins anew; `keep`: what the round has brought is what is known from now on. */
  next(keep: boolean) {
    if (keep) this.#before = this.#now;
    this.#now = [];
    this.#cursor = 0;
  }
}
