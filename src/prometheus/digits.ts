/** Numbers as ASCII, written where they are to stand: as strings they would be made, copied and thrown away. Each function
 *  gives the place after what it wrote. */

/** Bytes: more than any number takes. */
export const longest = 32;

const zero = "0".charCodeAt(0);
const point = ".".charCodeAt(0);
const billion = 1e9;
const places = 9;

/** `text`: ASCII. */
export function writeText(text: string, into: Uint8Array, at: number): number {
  for (let i = 0; i < text.length; i++) into[at + i] = text.charCodeAt(i);
  return at + text.length;
}

/** An integer from 0 to 2^53 - 1. */
export function writeWhole(value: number, into: Uint8Array, at: number): number {
  if (value >= billion) {
    const billions = Math.floor(value / billion);
    return writePadded(value - billions * billion, places, into, writeWhole(billions, into, at));
  }
  let length = 1;
  for (let power = 10; value >= power; power *= 10) length++;
  return writePadded(value, length, into, at);
}

/** An integer below 10^9, with zeros before it. */
function writePadded(value: number, length: number, into: Uint8Array, at: number): number {
  let left = value | 0;
  for (let i = at + length - 1; i >= at; i--) {
    const rest = (left / 10) | 0;
    into[i] = zero + left - 10 * rest;
    left = rest;
  }
  return at + length;
}

/** A decimal: `whole` as above, and billionths below 10^9. No zeros after the point that say nothing. */
export function writeDecimal(whole: number, billionths: number, into: Uint8Array, at: number): number {
  const end = writeWhole(whole, into, at);
  if (billionths === 0) return end;
  into[end] = point;
  let last = writePadded(billionths, places, into, end + 1);
  while (into[last - 1] === zero) last--;
  return last;
}
