/** Collapsed rows about the chosen validators: rewards, stake, connections and delegations. */
import * as peers from "../../../src/metrics/peers.ts";
import * as m from "../../../src/metrics/validators.ts";
import { timeSpan } from "../amounts.ts";
import { age, on } from "../formulas.ts";
import { thresholds } from "../thresholds.ts";
import type { Row } from "./dashboard.ts";
import { thresholdSteps, valueMappings } from "./palette.ts";
import { bars, graph, longDuration } from "./panels.ts";
import { primary, select } from "./queries.ts";
import * as shared from "./shared-panels.ts";
import { yesNoStates } from "./state-codes.ts";
import { table } from "./table.ts";
import { amount, lineName, nameColumns, perValidator, rowKeys } from "./validator-panels.ts";
import { type OfValidator, observedNames, timeToEnd, validatorNames } from "./validator-state.ts";

const shown = 10;

export const rewardRow = (which: OfValidator): Row => ({
  title: "Rewards and renewal",
  isCollapsed: true,
  panels: [
    table([24, 8], {
      title: "Last period and renewal",
      description:
        "Result of the last staking period of each chosen validator that ended while the exporter was running, and its reward without delegation fees. NOT REWARDED: find out when it was offline. Next period and restaked share: only of auto-renewing validators; a next period of 0 means that it ends.",
      none: "No validator chosen",
      keys: rowKeys,
      facts: nameColumns,
      rows: validatorNames(which),
      columns: [
        {
          title: "Last period",
          expr: select(m.validatorLastRewarded, which),
          unit: "none",
          mappings: valueMappings(yesNoStates("REWARDED", "NOT REWARDED")),
        },
        amount("Last reward", m.validatorLastReward, which, 150),
        {
          title: "Ended ago",
          expr: `time() - ${select(m.validatorLastEnd, which)}`,
          unit: longDuration,
        },
        { title: "Next period", expr: select(m.validatorNextPeriod, which), unit: longDuration },
        { title: "Restaked", expr: select(m.validatorAutoCompound, which), unit: "percentunit", decimals: 1 },
        amount("Delegation fees", m.validatorAccruedDelegateeReward, which, 180),
      ],
      sort: { by: "Last period" },
    }),
  ],
});

export const stakeRow = (which: OfValidator): Row => ({
  title: "Stake and periods",
  isCollapsed: true,
  panels: [
    bars([8, 8], {
      title: "Period ends",
      description: `Time until the chosen validators' staking periods end, the ten nearest, without those that renew automatically. Orange within ${timeSpan(thresholds.endWarning)}, blue within ${timeSpan(thresholds.endInfo)}: prepare the next stake.`,
      unit: longDuration,
      none: "No period ends",
      min: 0,
      levels: shared.endLevels,
      queries: [{ expr: `bottomk(${shown}, ${perValidator(timeToEnd(which), which)})`, legend: lineName }],
    }),
    graph([16, 8], {
      legend: "table",
      title: "Own and delegated stake",
      description:
        "Own stake and delegations of the ten largest chosen validators, in AVAX. A decrease of the delegations means that a delegation has ended.",
      unit: "locale",
      none: "No validator chosen",
      decimals: 0,
      min: 0,
      queries: [
        {
          expr: `topk(${shown}, ${perValidator(`max by (subnet_id, node_id) (${select(m.validatorStake, which)})`, which)})`,
          legend: `own ${lineName}`,
        },
        {
          expr: `topk(${shown}, ${perValidator(`max by (subnet_id, node_id) (${select(m.validatorDelegated, which)})`, which)})`,
          legend: `delegated ${lineName}`,
        },
      ],
    }),
    table([24, 8], {
      title: "Periods and delegations",
      description:
        "Transaction and age of each chosen validator's period, whether it continues with another one, its number of delegations, and its share of the network's weight. Compare the transaction with that of your wallet.",
      none: "No validator chosen",
      keys: rowKeys,
      facts: { ...nameColumns, tx_id: { title: "Transaction" }, auto_renew: { title: "Renews", width: 80 } },
      rows: `${select(m.validatorInfo, which)} * on (subnet_id, node_id) group_left (name, network) ${validatorNames(which)}`,
      columns: [
        { title: "Since", expr: `time() - ${select(m.validatorStart, which)}`, unit: longDuration, width: 150 },
        { title: "Delegations", expr: select(m.validatorDelegators, which), unit: "locale", width: 100 },
        {
          title: "Share",
          expr: `${select(m.validatorWeight, which)} / ${on("subnet_id")} group_left () ${select(m.validatorsWeight, { subnet_id: primary })}`,
          unit: "percentunit",
          decimals: 2,
          width: 90,
        },
      ],
    }),
  ],
});

export const peerRow = (which: OfValidator): Row => ({
  title: "Connections",
  isCollapsed: true,
  panels: [
    table([24, 8], {
      title: "Connections to watched validators",
      description:
        "Version of each connected watched validator, time since its last message, and number of chains on which the node has benched it because its queries failed. Check validators that are benched: they respond too late.",
      none: "No watched validator is connected",
      keys: [...shared.targetKeys, ...rowKeys],
      facts: { name: { title: "Validator" }, version: { title: "Version", width: 180 }, ...shared.seenBy },
      rows: `${select(peers.validatorPeerInfo, which)} * ${on("subnet_id", "node_id")} group_left (name) ${observedNames(which)}`,
      columns: [
        {
          title: "Last message",
          expr: age(select(peers.validatorLastContact, which)),
          unit: "s",
          decimals: 0,
          width: 120,
        },
        {
          title: "Benched",
          expr: select(peers.validatorBenchedChains, which),
          unit: "suffix: chains",
          levels: thresholdSteps("good", [1, "warning"]),
          width: 120,
        },
      ],
      sort: { by: "Benched", desc: true },
    }),
  ],
});

const collectorDisabled = "Collector disabled: enable it with --collector.delegations";
export const delegationRow = (which: OfValidator): Row => ({
  title: "Next delegation ends (collector delegations)",
  isCollapsed: true,
  panels: [
    table([24, 8], {
      title: "Next delegation ends",
      description:
        "The delegation of each chosen validator that ends next. Its stake leaves the validator then. The collector delegations is disabled by default, because the node reads a transaction for each delegation.",
      none: collectorDisabled,
      keys: rowKeys,
      facts: nameColumns,
      rows: `${validatorNames(which)} and on (subnet_id, node_id) ${select(m.validatorNextDelegationEnd, which)}`,
      columns: [
        { title: "Ends in", expr: `${select(m.validatorNextDelegationEnd, which)} - time()`, unit: longDuration },
        amount("Stake", m.validatorNextDelegation, which, 200),
      ],
      sort: { by: "Ends in" },
    }),
  ],
});
