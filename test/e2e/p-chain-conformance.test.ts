/** The rules of the P-Chain on AvalancheGo v1.15.0, of which only the P-Chain can be built. */
import { afterAll } from "vitest";
import { exceptions } from "../conformance/exceptions.ts";
import { startPChain } from "../conformance/real/nodes.ts";
import { checkPChain } from "../conformance/suite.ts";

let chain: Awaited<ReturnType<typeof startPChain>>;
afterAll(async () => {
  await chain?.stop();
});

checkPChain(async () => {
  chain = await startPChain();
  return chain.connect();
}, exceptions.pChain);
