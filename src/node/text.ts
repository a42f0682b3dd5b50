/** Formats texts of a node for messages. */
import type { SecretMask } from "./secrets.ts";

/** Maximum number of characters of a text that are read. */
export const maxReadLength = 1000;
const maxShownLength = 200;

/** Replaces terminal control characters and invisible characters. */
export const cleanText = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "\ufffd");

/** Truncates the text and adds an ellipsis. */
export const cutText = (text: string, maxLength: number): string =>
  text.length > maxLength ? `${text.slice(0, maxLength).toWellFormed()}…` : text.toWellFormed();

/** Returns the text as a short line without secrets. */
export function showText(text: string, { mask }: Pick<SecretMask, "mask">): string {
  const line = cleanText(mask(text, maxReadLength).replace(/\s+/g, " ").trim());
  return cutText(line, maxShownLength);
}
