/** Texts of a node as messages show them. */
import type { SecretMask } from "./secrets.ts";

/** A node's text is read up to here, whatever its length. */
export const maxReadLength = 1000;
const maxShownLength = 200;

/** Replaces the characters that act on a terminal or hide in a log. */
export const cleanText = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "\ufffd");

/** Adds an ellipsis where the text is cut. */
export const cutText = (text: string, maxLength: number): string =>
  text.length > maxLength ? `${text.slice(0, maxLength).toWellFormed()}…` : text.toWellFormed();

/** A short line without secrets. */
export function showText(text: string, { mask }: Pick<SecretMask, "mask">): string {
  const line = cleanText(mask(text, maxReadLength).replace(/\s+/g, " ").trim());
  return cutText(line, maxShownLength);
}
