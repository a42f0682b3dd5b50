/** The transactions of the P-Chain's first blocks: subnets, their chains, L1s, and somebody whose staking is long over. */

import { fromCb58 } from "../../contract/ids.ts";
import { identify, shortIdOf } from "../codec/combinators.ts";
import { type PUnsignedTx, pTx } from "../codec/p-chain.ts";
import type { L1Validator } from "../l1s.ts";
import type { Names } from "../names.ts";
import type { Network } from "../networks.ts";
import { managerAddress, type Subnet } from "../subnets.ts";
import type { Ending, Opening } from "./clerks.ts";
import type { Identified } from "./side.ts";
import type { Stakes } from "./stakes.ts";
import { paidBase, signedOnce } from "./unsigned.ts";

type Plan = Pick<Subnet, "n" | "name" | "vm">;
/** With its balance. */
type Converted = readonly [L1Validator, bigint];
type Options = { readonly names: Names; readonly network: Network; readonly stakes: Stakes };

/** Heights of the blocks in which the subnets came to be, and in which somebody began to stake. */
const [ofSubnets, ofStaking] = [1, 2];
const mostConverted = 64;
const pastStake = { n: -1, owner: 0, node: 0, weight: 1000n * 10n ** 9n, reward: 10n ** 9n };
const day = 86_400;

const firstOutput = 500_000_000;
/** Transactions of one subnet. */
const mostEach = 8;
const fee = 10n ** 9n;
const keyBytes = { proof: 96 };
const hexBytes = (text: string) => Buffer.from(text.slice(2), "hex");
const bytesOfNode = (nodeID: string) => fromCb58(nodeID.slice("NodeID-".length), 20) as Buffer;

export function createOpening({ names, network, stakes }: Options) {
  const { avax: assetID } = network;
  const authorized = { subnetAuthorization: { signatureIndices: [0] } };

  function signed(unsigned: object, n: number, i: number, amount = fee): Identified {
    const by = firstOutput + n * mostEach + i;
    const unsignedTx = { ...paidBase(network, { by, amount, assetID }), ...unsigned } as unknown as PUnsignedTx;
    const needed = "subnetAuthorization" in unsigned ? 2 : 1;
    const credentials = Array.from({ length: needed }, () => signedOnce(names, "opening", by));
    const tx = { unsignedTx, credentials };
    return { txID: identify(pTx, tx), tx };
  }
  const ownerOf = (n: number) => names.owner(n).addresses.map(shortIdOf);

  const subnet = (n: number) =>
    signed({ type: "CreateSubnetTx", owner: { locktime: 0n, threshold: 1, addresses: ownerOf(n) } }, n, 0);
  const chain = ({ n, name, vm }: Plan) => {
    const blockchain = { chainName: name, vmID: vm, fxIDs: [], genesisData: Buffer.from("{}") };
    return signed({ type: "CreateChainTx", subnetID: subnet(n).txID, ...blockchain, ...authorized }, n, 1);
  };

  function l1Validator({ n, weight, owner }: L1Validator, balance: bigint) {
    const addresses = owner === undefined ? [] : ownerOf(owner);
    const mayAct = { threshold: addresses.length, addresses };
    const proofOfPossession = names.bytes("L1 proof", n, keyBytes.proof);
    return {
      ...{ nodeID: bytesOfNode(names.l1NodeId(n)), weight, balance },
      signer: { publicKey: hexBytes(names.l1PublicKey(n)), proofOfPossession },
      ...{ remainingBalanceOwner: mayAct, deactivationOwner: mayAct },
    };
  }

  function conversion({ n, id: subnetID, chain: chainID }: Subnet, all: readonly Converted[]) {
    const validators = all.slice(0, mostConverted).map(([validator, balance]) => l1Validator(validator, balance));
    const amount = validators.reduce((sum, { balance }) => sum + balance, fee);
    const manager = { chainID, address: hexBytes(managerAddress) };
    return signed({ type: "ConvertSubnetToL1Tx", subnetID, ...manager, validators, ...authorized }, n, 2, amount);
  }

  function pastStaking(start: number): Ending {
    const { reward, node, ...stake } = pastStake;
    const end = start + network.leastDays * day;
    const tx = stakes.tx({ ...stake, start, end, reward, to: { node } }, stakes.primary);
    return { txID: identify(pTx, tx), tx, end, rewards: [reward] };
  }

  return {
    /** Names whose subnets and chains have the IDs of the transactions that made them. */
    named(plans: readonly Plan[]): Names {
      const ids = new Map<string, string>(
        plans.flatMap((plan) => [
          [`subnet/${plan.n}`, subnet(plan.n).txID],
          [`chain/${plan.n}`, chain(plan).txID],
        ]),
      );
      return { ...names, id: (kind, n) => ids.get(`${kind}/${n}`) ?? names.id(kind, n) };
    },
    /** `converted`: with which validators a subnet began as L1, none where it is none. */
    of(
      subnets: readonly Subnet[],
      converted: (n: number) => readonly Converted[],
      timeOf: (height: number) => number,
    ): Opening {
      const made = subnets.flatMap((each) => [subnet(each.n), chain(each)]);
      const l1s = subnets.filter(({ kind }) => kind === "l1").map((each) => conversion(each, converted(each.n)));
      const past = pastStaking(timeOf(ofStaking));
      const all = new Map<number, readonly Identified[]>([
        [ofSubnets, [...made, ...l1s]],
        [ofStaking, [past]],
      ]);
      return { at: (height) => all.get(height) ?? [], endings: [past] };
    },
  };
}
