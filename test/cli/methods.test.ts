/** Calls every method of the API with `call` on a simulated node. */
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
  const call = async (name: RpcMethodName, params: unknown) => {
    const { selector } = methodOf(name).endpoint;
    const chain = selector?.of === "chain" && !selector.default ? [`--chain=${l1Chain}`] : [];
    const place = selector?.of === "index" ? ["--index=P/block"] : chain;
    const write = methodOf(name).effect === "write" ? ["--allow-write"] : [];
    const ended = await runToEnd(["call", name, JSON.stringify(params), `--node.url=${url}`, ...place, ...write]);
    return { name, ...ended };
  };
  return { chain: simulator.chain, call };
}

test("call prints the result of every method as JSON", async () => {
  const { chain, call } = await startCalled();
  for (const name of names) {
    const { code, out, err } = await call(name, paramsFor(name, chain));
    expect({ name, code, err }).toEqual({ name, code: 0, err: "" });
    expect(() => parseJson(out)).not.toThrow();
  }
});

test("call with the example of its help prints a result, or one line with the reason", async () => {
  const { call } = await startCalled();
  for (const name of names) {
    const { code, out, err } = await call(name, methodOf(name).exampleParams);
    const ended = code === 0 ? { code, err: "" } : { code: 1, err: expect.stringMatching(/^\S+ at \/ext\/\S+: .+\n$/) };
    expect({ name, code, err }).toEqual({ name, ...ended });
    expect([name, out === ""]).toEqual([name, code !== 0]);
  }
});
