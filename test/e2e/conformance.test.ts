/** The conformance suite on a real node. */
import { afterAll } from "vitest";
import { exceptionsOf } from "../conformance/exceptions.ts";
import { startReal } from "../conformance/real/nodes.ts";
import { checkAll } from "../conformance/suite.ts";

let real: Awaited<ReturnType<typeof startReal>>;
afterAll(async () => {
  await real?.stop();
});

checkAll(
  async () => {
    real = await startReal();
    return real.connect();
  },
  () => exceptionsOf(real.node),
);
