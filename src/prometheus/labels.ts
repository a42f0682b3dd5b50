/** What stands between a sample's name and its value. */
export type Labels = Readonly<Record<string, string>>;
type Names = readonly string[];

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
  /** Of those before, how many have come again or gone by. */
  #cursor = 0;

  get(labels: Labels, names: Names): Labels {
    const known = this.#find(labels, names) ?? labels;
    this.#now.push(known);
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
