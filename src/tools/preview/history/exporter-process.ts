/** The scrapes of the scene, in virtual time. */

import { systemClock } from "../../../lib/clock.ts";
import { createVirtualTime } from "../../support/virtual-time.ts";
import { begin } from "./scene.ts";

const [storage = ""] = process.argv.slice(2);
using time = createVirtualTime();
Object.assign(systemClock, time.clock, { date: () => Date.now() }); // of the functions without a parameter for it
Date.now = () => begin + performance.now();
const { scrapeAll } = await import("./scrapes.ts"); // its imports read the clock when they are loaded
await scrapeAll(time, storage);
