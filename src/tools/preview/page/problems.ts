/** Problems of panels that only the drawn page has. */
import type { Panel, Problem } from "./model.ts";

export const nameOf = ({ title, type }: Panel) => title || `a ${type} panel`;

/** Pixels: the browser draws whole ones, and texts for screen readers are in boxes of one pixel. */
const pixel = 1;
/** IDs can be longer than their columns: their beginning is sufficient, next to an alias. */
const isId = (text: string) => /^(?:\S{30,}\s*)+$/.test(text);

function textsIn(section: Element): Text[] {
  const walker = document.createTreeWalker(section, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  return texts.filter(({ data }) => data.trim() !== "");
}

/** Returns the elements around a text up to the section of its panel. */
function around(text: Text, section: Element): Element[] {
  const elements: Element[] = [];
  for (let one = text.parentElement; one && one !== section; one = one.parentElement) elements.push(one);
  return [...elements, section];
}

/** Whether an element around the text hides its begin or its end. */
function isCut(text: Text, section: Element): boolean {
  const range = document.createRange();
  range.selectNodeContents(text);
  const { left, right, width } = range.getBoundingClientRect();
  if (width === 0) return false; // not drawn, such as the title of an SVG
  return around(text, section).some((element) => {
    if (element !== section && getComputedStyle(element).overflowX === "visible") return false;
    const box = element.getBoundingClientRect();
    if (box.width <= pixel) return false;
    const isShortened =
      getComputedStyle(element).textOverflow === "ellipsis" && element.scrollWidth > element.clientWidth;
    return isShortened || left < box.left - pixel || right > box.right + pixel;
  });
}

/** Returns a problem for each text that its cell, its legend or its panel cuts. */
export function cutTexts(root: Element): Problem[] {
  return [...root.querySelectorAll<HTMLElement>("[data-panel]")].flatMap((section) => {
    const cut = textsIn(section).filter((text) => !isId(text.data) && isCut(text, section));
    return [...new Set(cut.map(({ data }) => data))].map((text) => ({
      panel: section.dataset["panel"],
      what: `text is cut: ${text}`,
    }));
  });
}
