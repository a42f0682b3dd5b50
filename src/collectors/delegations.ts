import { primaryNetwork } from "../api/ids.ts";
import * as m from "../metrics/validators.ts";
import { collector, readEach } from "./collector.ts";
import { ownerOf, watchedIds, watchedOnPrimaryNetwork } from "./shared/ownership.ts";

export const delegations = collector({
  name: "delegations",
  summary:
    "Delegations of watched validators: the fees that they will earn, and those that end next. The node reads a transaction for each delegation.",
  interval: "15m",
  disabledByDefault: true,
  reads: ["platform.getCurrentValidators"],
  metrics: [m.validatorPotentialDelegateeReward, m.validatorNextDelegationEnd, m.validatorNextDelegation],
  select: watchedOnPrimaryNetwork,
  read: ({ call, id }, watched) => ({
    // the node lists delegations only if a single node ID is requested
    validator: readEach(watchedIds(watched, id()), async (nodeID) => {
      const { validators } = await call("platform.getCurrentValidators", { nodeIDs: [nodeID] });
      return { validators, alias: ownerOf({ nodeID }, watched, id()).alias };
    }),
  }),
  map: {
    *validator({ validators, alias }, { item: node_id }) {
      const { delegators, delegationFee: fee } = validators.find(({ nodeID }) => nodeID === node_id) ?? {};
      if (delegators === undefined) return;
      const of = { subnet_id: primaryNetwork, node_id, alias };
      yield m.delegationsTo.item({ ...of, fee, delegations: delegators });
      const [first] = delegators.toSorted((left, right) => left.endTime.getTime() - right.endTime.getTime());
      if (first === undefined) return;
      const ending = delegators.filter(({ endTime }) => endTime.getTime() === first.endTime.getTime());
      const stake = ending.reduce((sum, { weight }) => sum + weight, 0n);
      yield m.nextDelegation.item({ ...of, end: first.endTime, stake });
    },
  },
});
