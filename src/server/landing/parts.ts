/** Small parts of the landing page. */
import { cutText } from "../../lib/redaction.ts";
import { type Html, html } from "./html.ts";
import type { NodeView, StateLabel } from "./view.ts";

/** Maximum length of a value of the node, such as its version. */
const maxFactLength = 100;

/** Isolates the direction of a text from outside. */
export const isolate = (text: string): Html => html`<bdi>${text}</bdi>`;
export const fact = (text: string | null) => text !== null && text !== "" && isolate(cutText(text, maxFactLength));
export const badge = ({ tone, text }: StateLabel): Html => html`<span class="state ${tone}">${text}</span>`;
export const commas = (names: readonly string[]) => names.map((name, i) => [i > 0 && ", ", isolate(name)]);
export const idOf = ({ name }: NodeView) => (name === "" ? "node" : `node-${name}`);

/** Formats text between backticks as code. */
export const withCode = (text: string) =>
  text.split("`").map((part, i) => (i % 2 === 1 ? html`<code>${part}</code>` : part));

export function timeElement(at: number): Html {
  const iso = new Date(at).toISOString();
  return html`<time datetime="${iso}">${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC</time>`;
}
