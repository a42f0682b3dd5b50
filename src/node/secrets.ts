/** Credentials in texts of a node: a node can repeat everything that is sent to it. */

/** A shorter secret is in many words: replacing it would garble the text and show where it stands. */
export const minMaskedLength = 4;
/** A text of this length or more is in an answer by chance only if it is a common word. */
const minSearchedLength = 8;
/** Amounts and times are digits too. */
const minSearchedDigits = 16;

const replacement = "<secret>";
const withheld = "<withheld: the text may hold a secret>";

/** How a node writes a secret: as it is, in a URL, in JSON or in Go's quotes. */
const formsOf = (secret: string) => [
  secret,
  encodeURIComponent(secret.toWellFormed()),
  JSON.stringify(secret).slice(1, -1),
];

const canBeSearched = (form: string) => form.length >= (/^\d+$/.test(form) ? minSearchedDigits : minSearchedLength);

/** Finds these secrets in texts of a node. */
export function createSecretMask(secrets: readonly string[]) {
  const forms = [...new Set(secrets.map((secret) => secret.trim()).flatMap(formsOf))]
    .filter((form) => form !== "")
    .toSorted((a, b) => b.length - a.length);
  const masked = forms.filter(({ length }) => length >= minMaskedLength).map((form) => RegExp.escape(form));
  const pattern = new RegExp(masked.join("|") || "(?!)", "g");
  const short = forms.filter(({ length }) => length < minMaskedLength);
  const searched = forms.filter(canBeSearched);
  const maxFormLength = forms[0]?.length ?? 0;

  return {
    /** The first `maxLength` characters without secrets. A secret that the limit cuts in two is replaced whole. */
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
    /** True if the text holds a secret that is too long to be there by chance. */
    containsSecret: (text: string): boolean => searched.some((form) => text.includes(form)),
  };
}
export type SecretMask = ReturnType<typeof createSecretMask>;
