/** Validators of the first L1 as the Subnet-EVM of its chain counts them. */
import type { WireResult } from "../../node-api/contract.ts";
import { provenUptime } from "../../protocol/staking.ts";
import type { L1Validator } from "../l1s.ts";
import { RpcError } from "../rpc.ts";
import { membersAt } from "../subnets.ts";
import { l1Members, offlineL1Validator, ownL1 } from "./chain-health.ts";
import type { Context, Handlers } from "./types.ts";

type Entry = WireResult<"validators.getCurrentValidators">["validators"][number];

/** Share of the time that each validator misses, by its number. */
const missedShare = (n: number) => (n % 5) / 1000;

/** Returns the seconds that a validator was online, of those until `now`. */
function secondsUp({ node }: Context, { n, start, inactiveSince }: L1Validator, isOffline: boolean, now: number) {
  const until = node.start / 1000 + node.l1OfflineFor;
  if (isOffline) return Math.min(provenUptime * (until - start), now - start);
  return (Math.min(now, inactiveSince) - start) * (1 - missedShare(n));
}

const counted = (start: number, up: number, now: number) => ({
  startTimestamp: start,
  uptimePercentage: Math.fround(now === start ? 100 : (100 * up) / (now - start)),
  uptimeSeconds: Math.floor(up),
});

export const subnetEvm = {
  "validators.getCurrentValidators": (context, { nodeIDs = [] }) => {
    const { chain } = context;
    const l1 = ownL1(context);
    if (!l1) throw new RpcError("no such chain");
    const now = Math.floor(context.now / 1000);
    const offline = offlineL1Validator(context, l1);
    const disconnected = l1Members(context, l1, context.now).filter(({ connected }) => !connected);
    const isConnected = (nodeID: string) => !disconnected.some((one) => one.nodeID === nodeID);
    const before = membersAt(l1, chain.blocks.time()).map((member): Entry => {
      const nodeID = chain.names.nodeId(member.n);
      return {
        validationID: chain.origins.member(l1, member).txID,
        nodeID,
        weight: Number(member.weight),
        isActive: true,
        isL1Validator: false,
        isConnected: isConnected(nodeID),
        ...counted(member.start, now - member.start, now),
      };
    });
    const registered = chain.l1s.of(l1.n).map((validator): Entry => {
      const nodeID = chain.names.l1NodeId(validator.n);
      return {
        validationID: chain.origins.validationId(validator),
        nodeID,
        weight: Number(validator.weight),
        isActive: chain.l1s.balance(validator) > 0n,
        isL1Validator: true,
        isConnected: isConnected(nodeID),
        ...counted(validator.start, secondsUp(context, validator, validator === offline, now), now),
      };
    });
    const all = [...before, ...registered];
    return { validators: nodeIDs.length === 0 ? all : all.filter(({ nodeID }) => nodeIDs.includes(nodeID)) };
  },
} satisfies Partial<Handlers>;
