/** The exporter and a real node: a delegation lasts 24 hours or longer, and is refused when its validator has less left. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { primaryNetwork } from "../../src/node-api/ids.ts";
import { scaled } from "../support/limits.ts";
import { flagsOf } from "./support/agreement.ts";
import { type AvalancheNode, startNode } from "./support/avalanche-node.ts";
import { type Exporter, everySecond, ready, startExporter } from "./support/exporter.ts";
import { identityOf } from "./support/populate.ts";
import { eventually } from "./support/programs.ts";
import { addDelegator, addValidator } from "./support/transactions.ts";
import { openWallet, type Wallet } from "./support/wallet.ts";

const avax = 10n ** 9n;
/** The minimum of the local network, in seconds. */
const minimum = 86_400n;
/** Longer than the minimum, because a delegation begins with its block. */
const duration = minimum + 10n;
/** Seconds of the period in which such a delegation can begin, and 10 more. */
const open = BigInt(Math.ceil(scaled(70_000) / 1000));

let node: AvalancheNode;
let exporter: Exporter;
let wallet: Wallet;
/** The node itself. */
let nodeId: string;
/** Unix seconds. */
let end: bigint;

beforeAll(async () => {
  node = await startNode();
  wallet = await openWallet(node);
  const identity = await identityOf(node);
  ({ nodeId } = identity);
  await addValidator(wallet, { ...identity, weight: 2_000n * avax, shares: 20_000, seconds: minimum + open });
  const { validators } = await node.ask("/ext/bc/P", "platform.getCurrentValidators", { nodeIDs: [nodeId] });
  end = BigInt(validators[0].endTime);
  exporter = await startExporter([`--node.url=${node.url}`, ...flagsOf({ nodes: [{ id: nodeId }] }), ...everySecond]);
  await ready(exporter);
});
afterAll(async () => {
  await exporter?.stop();
  await node?.stop();
});

/** Ends with the error of the node if it refuses the delegation. */
const delegate = (seconds: bigint) => addDelegator(wallet, { nodeId, weight: 25n * avax, seconds });
const capacity = async () =>
  (await exporter.page()).value(
    `avax_validator_delegation_capacity_avax{subnet_id="${primaryNetwork}",node_id="${nodeId}"}`,
  );
const left = () => end - BigInt(Math.floor(Date.now() / 1000));

test("the node accepts a delegation while 24 hours are left, and the page has a capacity", async () => {
  expect(await capacity()).toBe(8_000);
  await delegate(duration);
  await eventually("the capacity that is left", async () => (await capacity()) === 7_975 || undefined);
});

test("the node refuses a delegation once less than 24 hours are left, and the page has a capacity of 0", async () => {
  await eventually("less than 24 hours", async () => left() < minimum || undefined);
  await expect(delegate(duration)).rejects.toThrow("proposed staking period is not inside dependent staking period");
  await expect(delegate(left())).rejects.toThrow("staking period is too short");
  await eventually("a capacity of 0", async () => (await capacity()) === 0 || undefined);
});
