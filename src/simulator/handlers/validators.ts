/** Validators of the primary network and of subnets of every kind. */
import { fromCb58, primaryNetwork } from "../../node-api/ids.ts";
import { RpcError } from "../rpc.ts";
import { membersAt } from "../subnets.ts";
import { noId } from "./addresses.ts";
import { sampleByWeight } from "./sampling.ts";
import { type Context, type Handlers, subnetOf, subnetsOf, weightOf } from "./types.ts";
import { l1Entry, memberEntry, primaryEntry, type ValidatorEntry } from "./validator-entries.ts";
import { allWeightedValidatorsAt, heightOf, type WeightedValidator, weightedValidatorsAt } from "./validator-sets.ts";

/** All if none are named. */
type Wanted = { readonly has: (nodeID: string) => boolean; readonly withDelegators: boolean };
function wantedOf(nodeIDs: readonly string[] = []): Wanted {
  const named = new Set(nodeIDs);
  return { has: (nodeID) => named.size === 0 || named.has(nodeID), withDelegators: named.size === 1 };
}

function primaryRows({ chain, now }: Context, { has, withDelegators }: Wanted): ValidatorEntry[] {
  return chain.primary.validators
    .filter(({ node }) => has(chain.names.nodeId(node)))
    .map((validator) => primaryEntry(chain, validator, withDelegators, now));
}
function subnetRows({ chain }: Context, subnetID: string, { has, withDelegators }: Wanted): ValidatorEntry[] {
  const subnet = subnetOf(chain, subnetID);
  if (!subnet) return [];
  const elastic = subnet.kind === "elastic" ? chain.elastic.validators : [];
  return [
    ...elastic.map((validator) => chain.rows.elastic(validator, withDelegators)),
    ...membersAt(subnet, chain.blocks.time()).map((member) => memberEntry(chain, subnet, member)),
    ...chain.l1s.of(subnet.n).map((validator) => l1Entry(chain, validator)),
  ].filter(({ nodeID }) => has(nodeID));
}

const bytesOf = (nodeID: string) => Buffer.from(fromCb58(nodeID.slice("NodeID-".length), 20));
const byBytes = (left: string, right: string) => Buffer.compare(bytesOf(left), bytesOf(right));

/** Validators with a key in canonical order, as used for signatures. */
const keyedSet = (voters: readonly WeightedValidator[]) => ({
  validators: voters
    .flatMap(({ nodeID, publicKey, weight }) =>
      publicKey === null ? [] : [{ publicKey, weight: String(weight), nodeIDs: [nodeID] }],
    )
    .sort((left, right) => (left.publicKey < right.publicKey ? -1 : 1)),
  totalWeight: String(weightOf(voters)),
});

function sample({ chain }: Context, subnetID: string, size: number): string[] {
  if (size === 0) return [];
  const refuse = (why: string) => new RpcError(`sampling ${subnetID} errored with ${why}`);
  const voters = weightedValidatorsAt(chain, subnetID, chain.blocks.height());
  if (voters.length === 0) throw refuse("missing validators");
  const drawn = sampleByWeight(voters, size, chain.samples);
  if (!drawn) throw refuse("insufficient weight");
  return drawn.map(({ nodeID }) => nodeID).sort(byBytes);
}

export const validators = {
  "platform.getCurrentValidators": (context, { subnetID = primaryNetwork, nodeIDs }) => {
    const wanted = wantedOf(nodeIDs);
    const isPrimary = subnetID === primaryNetwork;
    return { validators: isPrimary ? primaryRows(context, wanted) : subnetRows(context, subnetID, wanted) };
  },
  "platform.getL1Validator": ({ chain }, { validationID = noId }) => {
    const found = chain.l1s.validators.find((validator) => chain.origins.validationId(validator) === validationID);
    const subnet = found && subnetsOf(chain).find(({ n }) => n === found.subnet);
    if (!subnet) throw new RpcError(`fetching L1 validator "${validationID}" failed: not found`);
    return { ...l1Entry(chain, found), subnetID: subnet.id, height: String(chain.blocks.height()) };
  },
  "platform.getValidatorsAt": (context, { subnetID = primaryNetwork, height = 0 }) => {
    const voters = weightedValidatorsAt(context.chain, subnetID, heightOf(context, height, subnetID));
    return Object.fromEntries(
      voters.map(({ nodeID, publicKey, weight }) => [nodeID, { publicKey, weight: String(weight) }]),
    );
  },
  "platform.getAllValidatorsAt": (context, { height = 0 }) => {
    const sets = allWeightedValidatorsAt(context.chain, heightOf(context, height));
    return { validatorSets: Object.fromEntries(sets.map(([id, voters]) => [id, keyedSet(voters)])) };
  },
  "platform.sampleValidators": (context, { subnetID = primaryNetwork, size = 0 }) => ({
    validators: sample(context, subnetID, Number(size)),
  }),
} satisfies Partial<Handlers>;
