/** Calls every method of the API with `call` on the simulated node and checks the result against the contract. */
import { expect, test } from "vitest";
import { contract, methodOf, type RpcMethodName } from "../../src/api/contract.ts";
import { parseJson } from "../../src/rpc/json.ts";
import { paramsFor } from "../simulator/params.ts";
import { startNode } from "../support/exporter.ts";
import { runToEnd } from "../support/program.ts";

const names = Object.keys(contract) as RpcMethodName[];

/** Starts a simulated node, and returns how a method of it is called. */
async function startCalled() {
  const { simulator, url } = await startNode({ scenario: "l1-validator-offline" });
  const l1Chain = simulator.chain.subnets.l1s()[0]?.chain;
  const call = (name: RpcMethodName, params: unknown) => {
    const { selector } = methodOf(name).endpoint;
    const chain = selector?.of === "chain" && !selector.default ? [`--chain=${l1Chain}`] : [];
    const place = selector?.of === "index" ? ["--index=P/block"] : chain;
    const write = methodOf(name).effect === "write" ? ["--allow-write"] : [];
    return runToEnd(["call", name, JSON.stringify(params), `--node.url=${url}`, ...place, ...write]);
  };
  return { chain: simulator.chain, call };
}

test.each(names)("the result of call %s matches the contract", async (name) => {
  const { chain, call } = await startCalled();
  if (name === "admin.stopCPUProfiler") await call("admin.startCPUProfiler", {});
  const { code, out, err } = await call(name, paramsFor(name, chain));
  expect([code, err]).toEqual([0, ""]);
  expect(methodOf(name).result.safeParse(parseJson(out)).error).toBeUndefined();
});

test.each(names)("call %s with the example of its help prints a result, or one line with the reason", async (name) => {
  const { call } = await startCalled();
  const { code, out, err } = await call(name, methodOf(name).exampleParams);
  expect([code, err]).toEqual(code === 0 ? [0, ""] : [1, expect.stringMatching(/^\S+ at \/ext\/\S+: .+\n$/)]);
  expect(out === "").toBe(code !== 0);
});
