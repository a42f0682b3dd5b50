/** The conformance suite on the simulated node. */
import { afterAll } from "vitest";
import { exceptions } from "./exceptions.ts";
import { startSimulated } from "./simulated/nodes.ts";
import { checkAll } from "./suite.ts";

let simulated: Awaited<ReturnType<typeof startSimulated>>;
afterAll(async () => {
  await simulated?.stop();
});

checkAll(async () => {
  simulated = await startSimulated();
  return simulated.node;
}, exceptions.simulated);
