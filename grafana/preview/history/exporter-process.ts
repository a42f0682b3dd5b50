/** The scrapes of one source, in virtual time. */
import { systemClock } from "../../../src/node/clock.ts";
import { createVirtualTime } from "../../../test/load/virtual-time.ts";
import { begin, sources } from "./scene.ts";

const [name, storage = ""] = process.argv.slice(2);
const source = sources.find((each) => each.name === name);
if (!source) throw new Error(`${name}: no such source`);
using time = createVirtualTime();
Object.assign(systemClock, time.clock); // createExporter has no parameter for a clock
Date.now = () => begin + performance.now();
const { scrapeAll } = await import("./scrapes.ts"); // its imports read the clock when they are loaded
await scrapeAll(source, time, storage);
