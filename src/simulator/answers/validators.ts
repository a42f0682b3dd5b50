/** Validators of the primary network and of subnets of every kind. */
import { emptyNodeId, primaryNetwork } from "../../contract/ids.ts";
import type { Chain } from "../chain.ts";
import { RefusalError } from "../rpc.ts";
import { texts } from "../texts.ts";
import { type Answers, type Context, stakingOf, subnetOf, subnetsOf, weightOf } from "./answer.ts";
import { elasticRow, l1Fixed, l1Row, memberRow, primaryRow, type Row, signerOf, stakers } from "./rows.ts";

/** All where none are named. */
type Wanted = { readonly has: (nodeID: string) => boolean; readonly withDelegators: boolean };
function wantedOf(nodeIDs: readonly string[] = []): Wanted {
  const named = new Set(nodeIDs);
  return { has: (nodeID) => named.size === 0 || named.has(nodeID), withDelegators: named.size === 1 };
}

function primaryRows({ chain, now }: Context, { has, withDelegators }: Wanted): Row[] {
  return chain.primary.validators
    .filter((validator) => has(stakers.primary.validator(chain, validator).nodeID))
    .map((validator) => primaryRow(chain, validator, withDelegators, now));
}
function subnetRows({ chain }: Context, subnetID: string, { has, withDelegators }: Wanted): Row[] {
  const subnet = subnetOf(chain, subnetID);
  if (!subnet) return [];
  const elastic = subnet.kind === "elastic" ? chain.elastic.validators : [];
  return [
    ...elastic.map((validator) => elasticRow(chain, validator, withDelegators)),
    ...subnet.members.map((member) => memberRow(chain, member)),
    ...chain.l1s.of(subnet.n).map((validator) => l1Row(chain, validator)),
  ].filter(({ nodeID }) => has(nodeID));
}

type Voter = { readonly nodeID: string; readonly publicKey: string | null; readonly weight: bigint };

/** Who has which weight. Inactive L1 validators are together one that is nobody. */
function votersOf(chain: Chain, subnetID: string | undefined): Voter[] {
  const subnet = subnetOf(chain, subnetID);
  const ofL1 = Object.groupBy(subnet ? chain.l1s.of(subnet.n) : [], (validator) =>
    chain.l1s.balance(validator) > 0n ? "active" : "inactive",
  );
  const ofNobody = { nodeID: emptyNodeId, publicKey: null, weight: weightOf(ofL1.inactive ?? []) };
  return [
    ...(stakingOf(chain, subnetID)?.validators ?? []).map((validator) => ({
      nodeID: chain.names.nodeId(validator.node),
      publicKey: signerOf(chain, validator).publicKey,
      weight: validator.weight + validator.delegated,
    })),
    ...(subnet?.members ?? []).map((member) => ({
      nodeID: memberRow(chain, member).nodeID,
      publicKey: chain.names.signer(member.n).publicKey,
      weight: member.weight,
    })),
    ...(ofL1.active ?? []).map((validator) => ({ ...l1Fixed(chain, validator), weight: validator.weight })),
    ...(ofL1.inactive ? [ofNobody] : []),
  ];
}

/** Refuses a height that is still to come. */
function checkHeight({ chain, now }: Context, height: string | number, subnetID: string) {
  const tip = chain.blocks.height();
  const wanted = height === "proposed" ? chain.blocks.proposedHeight(now) : height;
  if (BigInt(wanted) > BigInt(tip)) throw new RefusalError(texts.unfinalized(subnetID, tip, wanted));
}

export const validators = {
  "platform.getCurrentValidators": (context, { subnetID = primaryNetwork, nodeIDs }) => {
    const wanted = wantedOf(nodeIDs);
    const isPrimary = subnetID === primaryNetwork;
    return { validators: isPrimary ? primaryRows(context, wanted) : subnetRows(context, subnetID, wanted) };
  },
  "platform.getL1Validator": ({ chain }, { validationID }) => {
    const found = chain.l1s.validators.find((validator) => l1Fixed(chain, validator).validationID === validationID);
    const subnet = found && subnetsOf(chain).find(({ n }) => n === found.subnet);
    if (!subnet) throw new RefusalError(`fetching L1 validator "${validationID}" failed: not found`);
    return { ...l1Row(chain, found), subnetID: subnet.id, height: String(chain.blocks.height()) };
  },
  /** Of any height those of now: what was is not kept. */
  "platform.getValidatorsAt": (context, { subnetID = primaryNetwork, height }) => {
    checkHeight(context, height, subnetID);
    const voters = votersOf(context.chain, subnetID);
    return Object.fromEntries(
      voters.map(({ nodeID, publicKey, weight }) => [nodeID, { publicKey, weight: String(weight) }]),
    );
  },
} satisfies Answers;
