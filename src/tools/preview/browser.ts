/** Headless Chromium that renders the page. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Browser, chromium, type Page, type Route } from "playwright-core";
import sharp from "sharp";
import type { Bundle } from "./bundle.ts";
import { type Draw, type Drawing, heightOf, type Problem, width } from "./page/model.ts";

declare global {
  var draw: Draw; // in the page
}

const executablePath = "/usr/bin/chromium";
const origin = "http://previews.invalid";
const icons = join(import.meta.dirname, "node_modules/@grafana/ui/dist/public/img/icons");
/** Pixels of the picture per pixel of the dashboard. */
const deviceScaleFactor = 1.5;

export async function startBrowser(): Promise<Browser> {
  if (existsSync(executablePath)) return chromium.launch({ executablePath, args: ["--no-sandbox"] });
  throw new Error(`Chromium is missing at ${executablePath}. Install it: apt-get install chromium`);
}

export type Place = {
  readonly browser: Browser;
  readonly bundle: Bundle;
  /** The URL. */
  readonly prometheus: string;
};

const html = '<!doctype html><link rel="stylesheet" href="style.css"><body></body><script src="script.js"></script>';

/** Serves the page, its icons and Prometheus from one origin: Chromium blocks calls to this machine from other origins. */
async function answer(route: Route, { bundle: { script, style }, prometheus }: Place): Promise<void> {
  const { pathname, search } = new URL(route.request().url());
  const [, icon] = /^\/public\/build\/img\/icons\/(.+)$/.exec(pathname) ?? [];
  if (icon !== undefined) return route.fulfill({ path: join(icons, icon) });
  if (pathname === "/script.js") return route.fulfill({ contentType: "text/javascript; charset=utf-8", body: script });
  if (pathname === "/style.css") return route.fulfill({ contentType: "text/css; charset=utf-8", body: style });
  if (pathname === "/") return route.fulfill({ contentType: "text/html; charset=utf-8", body: html });
  if (!pathname.startsWith("/api/")) return route.abort();
  const response = await fetch(`${prometheus}${pathname}${search}`);
  return route.fulfill({ status: response.status, contentType: "application/json", body: await response.text() });
}

async function openPage(place: Place, { dashboard, end, isOpen }: Drawing): Promise<Page> {
  const viewport = { width, height: heightOf(dashboard, isOpen) }; // tables only render visible rows
  const options = { viewport, deviceScaleFactor, locale: "en-US", timezoneId: "UTC" };
  const page = await place.browser.newPage(options);
  await page.clock.setFixedTime(end);
  await page.route(`${origin}/**`, (route) => answer(route, place));
  await page.goto(`${origin}/`);
  return page;
}

export type Picture = { readonly png: Buffer; readonly problems: readonly Problem[] };

export async function drawPicture(place: Place, drawing: Drawing): Promise<Picture> {
  const page = await openPage(place, drawing);
  const errors: Problem[] = [];
  page.on("pageerror", (error) => errors.push({ panel: undefined, what: error.message }));
  try {
    const problems = await page.evaluate((given) => globalThis.draw(given), drawing);
    const full = await page.locator("main").screenshot({ type: "png" });
    const png = await sharp(full).png({ palette: true }).toBuffer(); // a third of the size
    return { png, problems: [...problems, ...errors] };
  } finally {
    await page.close();
  }
}
