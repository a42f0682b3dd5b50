/** Transactions that created subnets, chains, validators and assets, derived from the entity alone. */
import { identify, shortIdOf } from "../codec/combinators.ts";
import { conversionId, type PTx, pTx, validationId } from "../codec/p-chain.ts";
import { type XTx, xTx } from "../codec/x-chain.ts";
import { maxRate, minRate, supplyCap } from "../fees.ts";
import type { Names } from "../identities.ts";
import { type L1s, type L1Validator, managerAddress } from "../l1s.ts";
import { memo } from "../memo.ts";
import type { Network } from "../networks.ts";
import { maxDays, maxDelegationFactor, maxWeight, minDelegationFee, type StakingParams } from "../stakers.ts";
import type { Member, Subnet } from "../subnets.ts";
import { hexBytes, type PaidInput, paidBase, signedOnce } from "./base-tx.ts";
import type { Identified } from "./chain-ledger.ts";
import { transferTo } from "./genesis.ts";

/** Parameters of the elastic subnet. */
type Minting = Omit<StakingParams, "asset">;
type Options = { readonly names: Names; readonly network: Network; readonly l1s: L1s; readonly minting: Minting };
type Named = Pick<Subnet, "id" | "n">;

/** First index of the payment outputs, and their number per subnet. */
const firstOutput = 500_000_000;
const maxOutputsEach = 16;
const output = { asset: -1, subnet: 0, chain: 1, conversion: 2, transformation: 3, minted: 4, member: 5 };
const fee = 10n ** 9n;
const keyBytes = { proof: 96 };
const day = 86_400;
const requiredUptime = 800_000;

export function createCreationTransactions({ names, network, l1s, minting }: Options) {
  const { avax } = network;
  const authorized = { subnetAuthorization: { signatureIndices: [0] } };
  const ownerOf = (n: number) => names.owner(n).addresses.map(shortIdOf);
  const paid = (n: number, i: number, amount = fee, assetID = avax): PaidInput => ({
    by: firstOutput + n * maxOutputsEach + i,
    amount,
    assetID,
  });

  function signed(unsigned: object, ...by: readonly PaidInput[]): Identified {
    const unsignedTx = { ...paidBase(network, by), ...unsigned } as unknown as PTx["unsignedTx"];
    const signers = [...by, ...("subnetAuthorization" in unsigned ? by.slice(0, 1) : [])];
    const tx = { unsignedTx, credentials: signers.map((each) => signedOnce(names, "opening", each.by)) };
    return { txID: identify(pTx, tx), tx };
  }

  /** X-Chain transaction of the elastic subnet's asset. */
  function createsAsset(): Identified {
    const [by, owner] = [paid(0, output.asset), ownerOf(0)];
    const initialStates = [{ fxIndex: 0, outputs: [transferTo(owner, minting.supply)] }];
    const description = { name: "Simulated token", symbol: "SIMT", denomination: 9, initialStates };
    const unsignedTx = { type: "CreateAssetTx", ...paidBase(network, [by], network.xChain), ...description };
    const tx = { unsignedTx, credentials: [{ credential: signedOnce(names, "opening", by.by) }] } as unknown as XTx;
    return { txID: identify(xTx, tx), tx };
  }
  const asset = createsAsset();

  const subnet = memo((n: number) =>
    signed(
      { type: "CreateSubnetTx", owner: { locktime: 0n, threshold: 1, addresses: ownerOf(n) } },
      paid(n, output.subnet),
    ),
  );

  /** Returns the validators sorted by node ID, the order of a conversion. */
  const ordered = memo((n: number): readonly L1Validator[] =>
    l1s
      .of(n)
      .map((validator) => ({ validator, nodeID: names.l1NodeBytes(validator.n) }))
      .sort((left, right) => Buffer.compare(left.nodeID, right.nodeID))
      .map(({ validator }) => validator),
  );
  const validationIds = memo(
    (n: number) => new Map(ordered(n).map((validator, i) => [validator, validationId(subnet(n).txID, i)])),
  );
  function converted({ n, weight, owner, initial }: L1Validator) {
    const addresses = owner === undefined ? [] : ownerOf(owner);
    const mayAct = { threshold: addresses.length, addresses };
    const proofOfPossession = names.bytes("L1 proof", n, keyBytes.proof);
    return {
      nodeID: names.l1NodeBytes(n),
      weight,
      balance: initial,
      signer: { publicKey: hexBytes(names.l1PublicKey(n)), proofOfPossession },
      remainingBalanceOwner: mayAct,
      deactivationOwner: mayAct,
    };
  }

  return {
    asset,
    subnet,
    chain: ({ n, id: subnetID, name, vm }: Pick<Subnet, "n" | "id" | "name" | "vm">) => {
      const blockchain = { chainName: name, vmID: vm, fxIDs: [], genesisData: Buffer.from("{}") };
      return signed({ type: "CreateChainTx", subnetID, ...blockchain, ...authorized }, paid(n, output.chain));
    },
    member({ n, id: subnetID }: Named, { n: node, start, end, weight }: Member) {
      const period = { start: BigInt(start), end: BigInt(end), weight };
      const validator = { nodeID: names.nodeId(node), ...period, subnetID };
      return signed({ type: "AddSubnetValidatorTx", validator, ...authorized }, paid(n, output.member + node));
    },
    /** Transforms a subnet to an elastic one and locks the supply to be minted. */
    transformation({ n, id: subnetID }: Named) {
      const { supply: initialSupply, minStake, minDays } = minting;
      const supply = { assetID: asset.txID, initialSupply, maximumSupply: supplyCap };
      const rates = { minConsumptionRate: minRate, maxConsumptionRate: maxRate };
      const validators = { minValidatorStake: minStake.validator, maxValidatorStake: maxWeight };
      const periods = { minStakeDuration: minDays * day, maxStakeDuration: maxDays * day };
      const delegators = { minDelegationFee: minDelegationFee, minDelegatorStake: minStake.delegator };
      const limits = { maxValidatorWeightFactor: Number(maxDelegationFactor), uptimeRequirement: requiredUptime };
      const terms = { ...supply, ...rates, ...validators, ...periods, ...delegators, ...limits };
      const minted = paid(n, output.minted, supplyCap - initialSupply, asset.txID);
      const unsigned = { type: "TransformSubnetTx", subnetID, ...terms, ...authorized };
      return signed(unsigned, paid(n, output.transformation), minted);
    },
    conversion({ n, id: subnetID, chain: chainID }: Subnet) {
      const validators = ordered(n).map(converted);
      const amount = validators.reduce((sum, { balance }) => sum + balance, fee);
      const manager = { chainID, address: hexBytes(managerAddress) };
      const unsigned = { type: "ConvertSubnetToL1Tx", subnetID, ...manager, validators, ...authorized };
      return signed(unsigned, paid(n, output.conversion, amount));
    },
    /** Returns the ID of the conversion, which commits to the initial validators. */
    conversionId: memo(({ n, id: subnetID, chain: managerChainID }: Subnet) => {
      const validators = ordered(n).map(({ n: node, weight }) => ({
        nodeID: names.l1NodeBytes(node),
        publicKey: hexBytes(names.l1PublicKey(node)),
        weight,
      }));
      return conversionId({ subnetID, managerChainID, managerAddress: hexBytes(managerAddress), validators });
    }),
    validationId: (validator: L1Validator): string => validationIds(validator.subnet).get(validator) as string,
  };
}
export type CreationTransactions = ReturnType<typeof createCreationTransactions>;
