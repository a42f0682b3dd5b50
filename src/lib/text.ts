/** Numbers, nouns and lists for people. */

/** Returns a number with separators between thousands, such as 1,234,567. */
export const formatCount = (count: number | bigint): string => count.toLocaleString("en");

/** Formats 0.8 as "80 %". With `decimals` the number is cut, so that a share below a limit does not look like the limit. Without it, the number is
 *  as exact as it is written in the code. */
export function percent(share: number, decimals?: number): string {
  const exact = Number((100 * share).toPrecision(12));
  return `${decimals === undefined ? exact : (Math.floor(exact * 10 ** decimals) / 10 ** decimals).toFixed(decimals)} %`;
}

/** Returns a number with its noun: "1 block", "1,234 blocks". */
export const pluralize = (count: number | bigint, noun: string): string =>
  `${formatCount(count)} ${noun}${Number(count) === 1 ? "" : "s"}`;

/** Returns "a", "a and b" or "a, b and c". Of a longer list, the first `max` and the number of others. */
export function joinList(items: readonly string[], max = items.length): string {
  const rest = items.length - max;
  if (rest > 1) return `${items.slice(0, max).join(", ")} and ${formatCount(rest)} more`;
  return items.length < 2 ? items.join() : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
}

export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Returns the text as a sentence: with a capital letter and a full stop. */
export const sentence = (text: string): string => `${capitalize(text)}.`;
