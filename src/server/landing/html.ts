/** HTML from template literals: inserted values are escaped, unless they are HTML themselves. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}
type Part = string | number | Html | readonly Part[] | undefined | false;

const escapeText = (text: string) =>
  text.replaceAll("\0", "\ufffd").replace(/[&<>"']/g, (char) => `&#${char.codePointAt(0)};`);

function write(part: Part): string {
  if (part === undefined || part === false) return "";
  if (part instanceof Html) return part.text;
  return typeof part === "object" ? part.map(write).join("") : escapeText(String(part));
}

/** Tag for template literals. Attributes must be quoted. */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]) =>
  new Html(strings.reduce((text, string, i) => text + write(parts[i - 1]) + string));
