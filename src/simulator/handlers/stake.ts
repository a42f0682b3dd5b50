/** Stake of addresses, and rewards paid. */
import { shortIdOf, toBytes } from "../codec/combinators.ts";
import { type PTx, pOutput } from "../codec/p-chain.ts";
import { elasticContext, type StakingContext } from "../ledger/staking-transactions.ts";
import { amountOf, codecs, ownersOf } from "../ledger/types.ts";
import { RpcError } from "../rpc.ts";
import { addressesOf, noId } from "./addresses.ts";
import { asText, type Encoding } from "./encoding.ts";
import type { Context, Handlers } from "./types.ts";

const maxAddresses = 256;

/** Returns the staking transactions of these owners. */
function stakesOf({ chain }: Context, owners: ReadonlySet<string>, validatorsOnly: boolean): PTx[] {
  const { primary, elastic, names, ledger } = chain;
  const isTheirs = ({ owner }: { readonly owner: number }) =>
    names.owner(owner).addresses.some((address) => owners.has(shortIdOf(address)));
  const sets = [
    { validators: primary.validators, place: ledger.stakes.primary },
    { validators: elastic.validators, place: elasticContext(chain) },
  ];
  return sets.flatMap(({ validators, place }) =>
    (place ? validators : [])
      .flatMap((validator) => [validator, ...(validatorsOnly ? [] : validator.delegators)])
      .filter(isTheirs)
      .map((staker) => ledger.stakes.tx(staker, place as StakingContext)),
  );
}

function stakedBy(context: Context, addresses: readonly string[], validatorsOnly: boolean, encoding: Encoding) {
  if (addresses.length > maxAddresses) {
    throw new RpcError(`${addresses.length} addresses provided but this method can take at most ${maxAddresses}`);
  }
  const owners = new Set(addressesOf(context, "P", addresses));
  const outputs = stakesOf(context, owners, validatorsOnly)
    .flatMap(({ unsignedTx }) => ("stake" in unsignedTx ? unsignedTx.stake : []))
    .filter(({ output }) => ownersOf(output).addresses.some((address) => owners.has(address)));
  const sums = new Map<string, bigint>();
  for (const { assetID, output } of outputs) sums.set(assetID, (sums.get(assetID) ?? 0n) + amountOf(output));
  return {
    staked: String(sums.get(context.chain.network.avax) ?? 0n),
    stakeds: Object.fromEntries([...sums].map(([id, sum]) => [id, String(sum)])),
    stakedOutputs: outputs.map((output) =>
      asText(toBytes(pOutput, output), encoding, `couldn't encode output ${output.assetID} as ${encoding}: `),
    ),
    encoding,
  };
}

export const pStake = {
  "platform.getStake": (context, { addresses = [], validatorsOnly = false, encoding = "hex" }) =>
    stakedBy(context, addresses, validatorsOnly, encoding),
  "platform.getRewardUTXOs": ({ chain, now }, { txID = noId, encoding = "hex" }) => {
    const utxos = chain.ledger.rewardsOf(txID, now);
    const before = `couldn't encode utxo as ${encoding}: `;
    return {
      numFetched: String(utxos.length),
      utxos: utxos.map((utxo) => asText(toBytes(codecs.P.utxo, utxo), encoding, before)),
      encoding,
    };
  },
} satisfies Partial<Handlers>;
