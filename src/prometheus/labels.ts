/** What stands between a sample's name and its value. */
export type Labels = Readonly<Record<string, string>>;

const escaped = (value: string) =>
  /["\\\n]/.test(value) ? value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n") : value;

/** Labels in their order: each name, and what stands before its value. */
type Order = readonly { readonly name: string; readonly start: string }[];
export const orderOf = (names: readonly string[]): Order =>
  names.map((name, i) => ({ name, start: `${i === 0 ? "{" : '",'}${name}="` }));

const noLabels = Buffer.from(" ");
/** Bytes at first. */
const usualSize = 1024;
/** Bytes that a character takes at most. */
const widest = 3;

/** Writes labels into a buffer of its own: what it gives holds until the next call. */
export function createLabelWriter() {
  const encoder = new TextEncoder();
  let buffer = new Uint8Array(usualSize);

  return (order: Order, labels: Labels | undefined): Uint8Array => {
    if (!labels) return noLabels;
    let text = "";
    for (const { name, start } of order) text += start + escaped(labels[name] ?? "");
    text += '"} ';
    if (widest * text.length > buffer.length) buffer = new Uint8Array(2 * widest * text.length);
    return buffer.subarray(0, encoder.encodeInto(text, buffer).written);
  };
}
