/** Brings a fresh node into a state that has something of everything. */
import { L1Validator, PChainOwner, pvmSerial, utils } from "@avalabs/avalanchejs";
import { type Asked, checked, type Served } from "./avalanche-node.ts";
import { exportEverywhere } from "./exports.ts";
import { addressOf, genesis, nodeIdOf, signerOf } from "./identities.ts";
import {
  addDelegator,
  addSubnetValidator,
  addValidator,
  convertToL1,
  createChain,
  createSubnet,
  stakeableOutput,
  transfer,
} from "./transactions.ts";
import { openWallet, owner, type Wallet } from "./wallet.ts";

export type Populated = Awaited<ReturnType<typeof populate>>;

const avax = 10n ** 9n;
const lockedUntil = BigInt(Date.UTC(2100, 0) / 1000);

/** `short` runs out so many seconds after the last transaction: the local price is 1 nAVAX a second. */
export async function populate(node: Served, shortSeconds: bigint) {
  const wallet = await openWallet(node);
  await wallet.onX([wallet.output(7n * avax, receiver), wallet.output(11n * avax, receiver, lockedUntil)]);
  await exportEverywhere(node, wallet, receiver);
  return populatePChain(node, shortSeconds);
}

/** Validators that the P-Chain has: one that stakes, by default the node, and one that its network has from the start. */
type Present = { readonly self?: Identity; readonly legacy?: string };

/** For a node without an X-Chain. */
export async function populatePChain(node: Served, shortSeconds: bigint, { self, legacy }: Present = {}) {
  const wallet = await openWallet(node);
  const state = {
    wallet,
    addresses: await addresses(wallet),
    permissioned: await permissioned(wallet),
    primary: await primary(wallet, self ?? (await identityOf(node))),
    l1: await l1(wallet, node, shortSeconds, legacy),
  };
  await checked(node);
  return state;
}

const receiver = addressOf("receiver");

/** Two with nothing but what they are given here, and one that pays for all. */
async function addresses(wallet: Wallet) {
  await transfer(
    wallet,
    wallet.output(2n * avax + 1n, receiver),
    wallet.output(3n * avax, receiver, lockedUntil),
    stakeableOutput(wallet, 5n * avax, receiver, lockedUntil),
  );
  const [p, x, c] = (["P", "X", "C"] as const).map((chain) => wallet.addressOn(chain, receiver)) as [
    string,
    string,
    string,
  ];
  return { p, x, c, payer: wallet.addressOn("P", owner) };
}

async function permissioned(wallet: Wallet) {
  const subnetId = await createSubnet(wallet);
  const chainId = await createChain(wallet, subnetId, "permissioned chain");
  await addSubnetValidator(wallet, subnetId, genesis.first, 20n);
  return { subnetId, chainId, nodeId: genesis.first };
}

/** What the node itself stakes with. */
export async function identityOf(node: Asked) {
  const { nodeID: nodeId, nodePOP } = await node.ask("/ext/info", "info.getNodeID");
  const [key = "", proof = ""] = [nodePOP.publicKey, nodePOP.proofOfPossession];
  return { nodeId, signer: new pvmSerial.ProofOfPossession(utils.hexToBuffer(key), utils.hexToBuffer(proof)) };
}

async function primary(wallet: Wallet, { nodeId: self, signer: own }: Identity) {
  const other = nodeIdOf("other validator");
  await addValidator(wallet, { nodeId: self, weight: 2_000n * avax, shares: 20_000, signer: own });
  await addValidator(wallet, { nodeId: other, weight: 3_500n * avax + 1n, shares: 123_456, signer: signerOf(other) });
  await addDelegator(wallet, { nodeId: self, weight: 25n * avax });
  await addDelegator(wallet, { nodeId: self, weight: 26n * avax + 7n });
  await addDelegator(wallet, { nodeId: other, weight: 10_000n * avax });
  return { self, other, absent: nodeIdOf("absent validator") };
}

const kinds = { healthy: { weight: 100n }, short: { weight: 20n }, inactive: { weight: 3n } } as const;
type Kind = keyof typeof kinds;

/** The conversion is the last transaction. */
async function l1(wallet: Wallet, node: Asked, shortSeconds: bigint, legacy: string = genesis.second) {
  const subnetId = await createSubnet(wallet);
  const chainId = await createChain(wallet, subnetId, "L1 chain");
  await addSubnetValidator(wallet, subnetId, legacy, 50n);
  const balances = { healthy: avax, short: shortSeconds, inactive: 0n };
  const names = Object.keys(kinds) as Kind[];
  await convertToL1(
    wallet,
    subnetId,
    chainId,
    names.map((kind) => l1Validator(kind, kinds[kind].weight, balances[kind])),
  );
  const { validators } = await node.ask("/ext/bc/P", "platform.getCurrentValidators", { subnetID: subnetId });
  const found = (kind: Kind) => {
    const nodeId = nodeIdOf(kind);
    const { validationID } = validators.find((one: { nodeID: string }) => one.nodeID === nodeId);
    return { nodeId, validationId: validationID as string };
  };
  return {
    subnetId,
    chainId,
    legacy,
    healthy: found("healthy"),
    short: found("short"),
    inactive: found("inactive"),
  };
}

/** For a conversion. `balance` in nAVAX. */
export const l1Validator = (name: string, weight: bigint, balance: bigint) =>
  l1ValidatorOf({ nodeId: nodeIdOf(name), signer: signerOf(name) }, weight, balance);

export type Identity = { readonly nodeId: string; readonly signer: pvmSerial.ProofOfPossession };

const by = PChainOwner.fromNative([owner]);
export const withoutOwner = PChainOwner.fromNative([], 0);

export const l1ValidatorOf = ({ nodeId, signer }: Identity, weight: bigint, balance: bigint, deactivationOwner = by) =>
  L1Validator.fromNative(nodeId, weight, balance, signer, by, deactivationOwner);
