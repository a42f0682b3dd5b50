/** Estimate of the width of text in tables: Grafana's font Inter at 14 pixels. */

/** Pixels of a character, by class; the first class that matches counts. */
const widths: readonly (readonly [RegExp, number])[] = [
  [/[ijlI.,:;'|! ]/, 4.1],
  [/[ftr()]/, 5.4],
  [/-/, 6.4],
  [/[mwMW%…]/, 13.8],
  [/[A-Z]/, 10.7],
  [/[0-9]/, 9],
];
const otherWidth = 8.6;
const charWidth = (char: string) => widths.find(([pattern]) => pattern.test(char))?.[1] ?? otherWidth;
/** Returns the pixels that a text needs at most. */
export const textWidth = (text: string) => [...text].reduce((sum, char) => sum + charWidth(char), 0);

/** Left and right of the text in a cell. */
const padding = 14;
/** Returns the width of a column that shows the longest of these texts. */
export const widthOf = (texts: readonly string[]) => Math.ceil((Math.max(...texts.map(textWidth)) + padding) / 5) * 5;
