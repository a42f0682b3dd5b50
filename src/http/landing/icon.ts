/** What the tab shows beside the title: a shape and a colour for each verdict. */
import type { Tone } from "./words.ts";

const shapes: Readonly<Record<Tone, string>> = {
  ok: '<circle cx="8" cy="8" r="7" fill="#2da44e"/>',
  bad: '<path d="M3 3l10 10M13 3L3 13" stroke="#e5534b" stroke-width="4"/>',
  warn: '<path d="M8 1l7.5 14H.5z" fill="#d29922"/>',
  wait: '<circle cx="8" cy="8" r="5.5" fill="none" stroke="#539bf5" stroke-width="3"/>',
  none: '<path d="M2 8h12" stroke="#768390" stroke-width="4"/>',
};

export const icon = (tone: Tone) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">${shapes[tone]}</svg>`)}`;
