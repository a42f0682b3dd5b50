/** Formats texts of a node for messages, and redacts credentials: a node can repeat everything that is sent to it. */

/** Maximum number of characters of a text that are read. */
export const maxReadLength = 1000;
const maxShownLength = 200;

/** Replaces line breaks, terminal control characters, invisible characters and lone surrogates. */
export const cleanText = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, "\ufffd");

/** Truncates the text and adds an ellipsis. */
export const cutText = (text: string, maxLength: number): string =>
  text.length > maxLength ? `${text.slice(0, maxLength).toWellFormed()}…` : text.toWellFormed();

export const toLine = (text: string): string => cleanText(text.replace(/\s+/g, " ").trim());

/** Returns the text as a short line without secrets. */
export const showText = (text: string, { mask }: Pick<SecretMask, "mask">): string =>
  cutText(toLine(mask(text, maxReadLength)), maxShownLength);

/** Minimum length of a secret that is replaced: shorter ones occur in many words. */
const minMaskedLength = 4;
/** Minimum length of a secret that rejects a response: shorter ones can occur by chance. */
const minSearchedLength = 8;
/** The same for secrets of digits only, since amounts and times are digits too. */
const minSearchedDigits = 16;

const replacement = "<secret>";
const withheld = "<withheld: the text may hold a secret>";

/** Returns the forms in which a node can write a secret: plain, in a URL, in JSON or in Go quotes. */
const formsOf = (secret: string) => [
  secret,
  encodeURIComponent(secret.toWellFormed()),
  JSON.stringify(secret).slice(1, -1),
];

/** Words and short numbers: a key has more digits or more letters in a row. */
const harmlessSegment = /^(?=.{1,32}$)[a-z]{1,12}\d{0,3}(?:[-_.][a-z]{0,12}\d{0,3})*$/;

/** Returns whether a segment of a path can be a key. */
export const isKey = (segment: string): boolean => segment !== "" && !harmlessSegment.test(segment);

/** Returns the base URL of a node for messages. A segment of its path that can be a key is replaced. */
export function showUrl(url: string): string {
  const { origin, pathname } = new URL(url);
  const segments = pathname.split("/").map((part) => (isKey(part) ? replacement : part));
  return origin + segments.join("/").replace(/\/+$/, "");
}

/** Creates functions that find these secrets in texts of a node. */
export function createSecretMask(secrets: readonly string[]) {
  const forms = [...new Set(secrets.map((secret) => secret.trim()).flatMap(formsOf))]
    .filter((form) => form !== "")
    .toSorted((a, b) => b.length - a.length);
  const masked = forms.filter(({ length }) => length >= minMaskedLength).map((form) => RegExp.escape(form));
  const pattern = new RegExp(masked.join("|") || "(?!)", "g");
  const short = forms.filter(({ length }) => length < minMaskedLength);
  const searched = forms.filter((form) => form.length >= (/^\d+$/.test(form) ? minSearchedDigits : minSearchedLength));
  const maxFormLength = forms[0]?.length ?? 0;

  return {
    /** Returns the first `maxLength` characters without secrets. A secret at the limit is replaced as a whole. */
    mask(text: string, maxLength: number): string {
      const read = text.slice(0, maxLength + maxFormLength);
      if (short.some((form) => read.includes(form))) return withheld;
      let shown = "";
      let copied = 0;
      for (const { 0: form, index } of read.matchAll(pattern)) {
        if (index >= maxLength) break;
        shown += read.slice(copied, index) + replacement;
        copied = index + form.length;
      }
      return shown + read.slice(copied, maxLength);
    },
    /** Returns whether the text contains a secret that is too long to occur by chance. */
    containsSecret: (text: string): boolean => searched.some((form) => text.includes(form)),
  };
}
export type SecretMask = ReturnType<typeof createSecretMask>;
