import { expect, onTestFinished, test } from "vitest";
import { managerFunctions } from "../../src/api/validator-manager.ts";
import { createSimulator, type SimulatorOptions } from "../../src/simulator/simulator.ts";

const start = Date.UTC(2026, 2, 1);
async function simulate(options: SimulatorOptions = {}) {
  let now = start;
  const simulator = createSimulator({ now: () => now, ...options });
  onTestFinished(() => simulator.close());
  const url = await simulator.listen();
  return {
    simulator,
    advance: (seconds: number) => {
      now += 1000 * seconds;
    },
    async ask(method: string, params: unknown, path = "/ext/bc/C/rpc") {
      const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
      const response = await fetch(url + path, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body,
      });
      return response.ok ? ((await response.json()) as ReturnType<typeof JSON.parse>) : response.status;
    },
  };
}
const height = ({ result }: { readonly result: { readonly number: string } }) => Number(result.number);

test("the C-Chain makes blocks, and settles them later", async () => {
  const { ask, advance } = await simulate();
  const [latest, finalized] = [
    height(await ask("eth_getHeaderByNumber", ["latest"])),
    height(await ask("eth_getHeaderByNumber", ["finalized"])),
  ];
  expect(latest).toBeGreaterThan(finalized);
  advance(60);
  expect(height(await ask("eth_getHeaderByNumber", ["latest"]))).toBeGreaterThan(latest + 20);
});

test("since Helicon, blocks of the C-Chain are accepted, then executed, then settled", async () => {
  const { ask } = await simulate({ scenario: "c-chain-stalled" });
  const headerOf = async (block: string) => (await ask("eth_getHeaderByNumber", [block])).result;
  const [pending, latest, finalized] = [
    await headerOf("pending"),
    await headerOf("latest"),
    await headerOf("finalized"),
  ];
  expect(Number(pending.number)).toBeGreaterThanOrEqual(Number(latest.number));
  expect(Number(latest.number)).toBeGreaterThan(Number(latest.settledHeight));
  expect(Number(latest.settledHeight)).toBeLessThanOrEqual(Number(finalized.number));
});

test("before Helicon, a block of the C-Chain has no settled block", async () => {
  const { ask } = await simulate({ heliconAfter: Number.POSITIVE_INFINITY });
  expect((await ask("eth_getHeaderByNumber", ["latest"])).result).not.toHaveProperty("settledHeight");
});

test("a block that is not there, an unknown method and missing arguments are errors of go-ethereum", async () => {
  const { ask } = await simulate();
  const message = async (method: string, params: unknown) => (await ask(method, params)).error.message;
  expect(await message("eth_getHeaderByNumber", ["0x5f5e0ff"])).toBe("cannot query unfinalized data");
  expect(await message("eth_nothing", [])).toBe("the method eth_nothing does not exist/is not available");
  expect(await message("eth_getHeaderByNumber", [])).toBe("missing value for required argument 0");
});

test("an address has a balance at every block, and a wrong address is an error of go-ethereum", async () => {
  const { ask } = await simulate();
  const address = "0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC";
  const balance = async (block: string) => BigInt((await ask("eth_getBalance", [address, block])).result);
  expect(await balance("0x1")).toBeGreaterThan(await balance("latest"));
  expect(await balance("latest")).toBeGreaterThan(0n);
  const message = async (...params: string[]) => (await ask("eth_getBalance", params)).error.message;
  expect(await message(address.replace("8d", "zz"), "latest")).toMatch(/^invalid argument 0: json: cannot unmarshal/);
  expect(await message(address.slice(2), "0x5f5e0ff")).toMatch(/^invalid argument 0: hex string/);
  expect(await message(address)).toBe("missing value for required argument 1");
});

/** What a call of a contract on the C-Chain returns, or its error. */
const returned = ({ result, error }: { readonly result?: string; readonly error?: { readonly message: string } }) =>
  result ?? error?.message;

test("contracts of the C-Chain return their input, nothing, or an error of go-ethereum", async () => {
  const { ask } = await simulate();
  const call = async (to: string, block = "latest") =>
    returned(await ask("eth_call", [{ to: `0x${to.padEnd(40, "0")}`, data: "0x01ab" }, block]));
  expect(await call("0".repeat(39).concat("4"))).toBe("0x01ab");
  expect(await call("0feedc0de")).toBe("0x");
  expect(await call("01")).toBe("execution reverted");
  expect(await call("01", "0x5f5e0ff")).toBe("cannot query unfinalized data");
  expect(await call("zz")).toMatch(/^invalid argument 0: json: cannot unmarshal/);
  expect(returned(await ask("eth_call", ["0x", "latest"]))).toMatch(/^invalid argument 0: json: cannot unmarshal/);
  expect(returned(await ask("eth_call", [null, "latest"]))).toBe("missing value for required argument 0");
});

test("the manager of the L1 has the weight of its validators, and the functions of icm-contracts", async () => {
  const { ask } = await simulate({ scenario: "wrong-key" });
  const { totalWeight, churnTracker, owner } = managerFunctions;
  const p = async (method: string, params: object) => (await ask(method, params, "/ext/bc/P")).result;
  const { blockchains } = await p("platform.getBlockchains", {});
  const { subnetID, id } = blockchains.find(({ name }: { readonly name: string }) => name === "Simulated L1");
  const { managerAddress: to, managerChainID } = await p("platform.getSubnet", { subnetID });
  const { validators } = await p("platform.getCurrentValidators", { subnetID });
  const members: readonly { readonly validationID?: string; readonly weight: string }[] = validators;
  const weight = members.reduce((sum, one) => sum + (one.validationID ? BigInt(one.weight) : 0n), 0n);
  const call = async (data: string) =>
    returned(await ask("eth_call", [{ to, data }, "latest"], `/ext/bc/${managerChainID}/rpc`)) ?? "";
  expect(managerChainID).toBe(id);
  expect(totalWeight.decode(await call(totalWeight.selector))).toBe(weight);
  expect(churnTracker.decode(await call(churnTracker.selector))).toMatchObject({
    maxPercent: 20n,
    totalWeight: weight,
  });
  expect(owner.decode(await call(owner.selector))).toMatch(/^0x8db97c7c/);
  expect(await call("0x00000000")).toBe("execution reverted");
});

test("c-chain-stalled: blocks are accepted, but not executed", async () => {
  const { ask, advance, simulator } = await simulate({ scenario: "c-chain-stalled" });
  advance(120);
  const before = height(await ask("eth_getHeaderByNumber", ["latest"]));
  advance(600);
  expect(height(await ask("eth_getHeaderByNumber", ["latest"]))).toBe(before);
  expect(simulator.chain.c(start + 720_000).height).toBeGreaterThan(before + 300);
});

test("the L1 that the node runs is an EVM chain, and its blocks stop when it stalls", async () => {
  const { ask, advance, simulator } = await simulate({ scenario: "l1-stalled" });
  const path = `/ext/bc/${simulator.chain.subnets.l1s()[0]?.chain}/rpc`;
  const first = height(await ask("eth_getHeaderByNumber", ["latest"], path));
  advance(60);
  const last = height(await ask("eth_getHeaderByNumber", ["latest"], path));
  expect(last).toBe(first + 30);
  advance(60);
  expect(height(await ask("eth_getHeaderByNumber", ["latest"], path))).toBe(last);
});

test("a node that does not run the L1 does not serve its path", async () => {
  const { ask, simulator } = await simulate();
  const path = `/ext/bc/${simulator.chain.subnets.l1s()[0]?.chain}/rpc`;
  expect(await ask("eth_getHeaderByNumber", ["latest"], path)).toBe(404);
});
