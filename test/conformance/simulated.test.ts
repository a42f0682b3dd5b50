/** The conformance suite on the simulated node, or on the node at the URL in CONFORMANCE_URL. */
import { afterAll } from "vitest";
import { exceptions } from "./exceptions.ts";
import { connect } from "./node.ts";
import { startSimulated } from "./simulated/nodes.ts";
import { checkAll } from "./suite.ts";

const url = process.env["CONFORMANCE_URL"];

let simulated: Awaited<ReturnType<typeof startSimulated>> | undefined;
afterAll(async () => {
  await simulated?.stop();
});

if (url !== undefined) checkAll(async () => connect({ url }));
else
  checkAll(
    async () => {
      simulated = await startSimulated();
      return simulated.node;
    },
    async () => exceptions.simulated,
  );
