/** Calls every method of the API with `call` on a simulated node. The rules of conformance check the results. */
import { expect, test } from "vitest";
import { contract, methodOf, type RpcMethodName } from "../../../src/node-api/contract.ts";
import { startNode } from "../../support/exporter.ts";
import { runToEnd } from "../../support/program.ts";

const names = Object.keys(contract) as RpcMethodName[];

test("call with the example of its help prints a result, or one line with the reason", async () => {
  const { simulator, url } = await startNode({ scenario: "l1-validator-offline" });
  const l1Chain = simulator.chain.subnets.l1s()[0]?.chain;
  for (const name of names) {
    const { effect, endpoint, exampleParams } = methodOf(name);
    const chain = endpoint.selector?.of === "chain" && !endpoint.selector.default ? [`--chain=${l1Chain}`] : [];
    const place = endpoint.selector?.of === "index" ? ["--index=P/block"] : chain;
    const write = effect === "write" ? ["--allow-write"] : [];
    const args = [JSON.stringify(exampleParams), `--node.url=${url}`, ...place, ...write];
    const { code, out, err } = await runToEnd(["call", name, ...args]);
    const ended = code === 0 ? { code, err: "" } : { code: 1, err: expect.stringMatching(/^\S+ at \/ext\/\S+: .+\n$/) };
    expect({ name, code, err }).toEqual({ name, ...ended });
    expect([name, out === ""]).toEqual([name, code !== 0]);
  }
});
