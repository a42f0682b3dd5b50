/** Formats labels and cleans their values. */
import { hash } from "node:crypto";

export type Labels = Readonly<Record<string, string>>;

/** Maximum length of a label value in UTF-16 code units. AvalancheGo accepts chain aliases of up to 512 bytes, and names loggers and
 *  health checks after them. */
const maxLength = 512;
const controlCharacters = /[\p{Cc}--\n]/gv;
/** Matches a control character, a lone surrogate and the end of a value that `cleanValue` changed. */
const needsCleaning = /[[\p{Cc}--\n]\p{Cs}]|…[\w\-]{22}$/v;

const isClean = (value: string) => value.length <= maxLength && !needsCleaning.test(value);

/** Returns valid UTF-8 of limited length without terminal escapes. A value that needs a change ends with a digest of the
 *  original: two different values never become equal. */
function cleanValue(value: string): string {
  if (isClean(value)) return value;
  const digest = hash("sha256", Buffer.from(value, "utf16le"), "base64url").slice(0, 22);
  const shown = value.slice(0, maxLength - digest.length - 1);
  return `${shown.toWellFormed().replace(controlCharacters, "\ufffd")}…${digest}`;
}

/** Returns these properties of an object as labels. */
export function pickLabels(value: object, names: readonly string[]): Labels {
  const properties = value as Readonly<Record<string, unknown>>;
  const labels: Record<string, string> = {};
  for (const name of names) labels[name] = String(properties[name] ?? "");
  return labels;
}

const escapeValue = (value: string) =>
  /["\\\n]/.test(value) ? value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n") : value;

/** Returns labels that can be exposed; the same object if all values can. Long values of the node are not retained. */
export const cleanLabels = (labels: Labels): Labels =>
  Object.values(labels).every(isClean)
    ? labels
    : Object.fromEntries(Object.entries(labels).map(([name, value]) => [name, cleanValue(value)]));

/** Returns the labels in braces, in the order of `names`; empty without labels. A label with an empty value is left out, which means
 *  the same to Prometheus. */
export function formatLabels(names: readonly string[], labels: Labels): string {
  let text = "";
  for (const name of names) {
    const value = labels[name];
    if (value) text += `${text && ","}${name}="${escapeValue(value)}"`;
  }
  return text && `{${text}}`;
}
