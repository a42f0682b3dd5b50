/** Panels about the C-Chain and other chains whose virtual machine is an EVM. */
import * as m from "../../../collectors/evm.ts";
import type { Matchers, Source } from "../promql.ts";
import type { Row } from "./dashboard.ts";
import { duration, graph, share } from "./panels.ts";
import { age, named, perItem, primary, queryPerTarget, select, targetKeys, withTarget } from "./queries.ts";
import * as shared from "./shared-panels.ts";
import { table } from "./table.ts";

type OfEvm = Matchers<typeof m.evmHeight>;
const keys = [...targetKeys, "chain"] as const;
/** Amounts are in billionths of the native token: nAVAX on the C-Chain. */
const perToken = 1e9;

/** Age of the last block that the C-Chain of each node has executed. */
export const executedAge = age(select(m.evmTime, { chain: "C", subnet_id: primary }));

export const evmTable = table([24, 6], {
  title: "C-Chain and EVM chains",
  description: `Each EVM chain that a node runs. Since Helicon the C-Chain executes blocks after their acceptance. Block age: that of the last executed block; if it rises on one node only, check its disk and CPU. Base fee: in billionths of the native token. Gas used: by the last block, share of its limit; not known of the C-Chain.`,
  none: "No EVM chain served",
  keys,
  facts: {
    chain: { title: "Chain" },
    alias: { title: "Alias", width: 110 },
    target: { title: "Node", width: 170 },
    ...shared.networkFact,
  },
  rows: [withTarget(select(m.evmHeight))],
  columns: [
    { title: "Height", expr: select(m.evmHeight), unit: "locale", width: 100 },
    { title: "Block age", expr: age(select(m.evmTime)), ...duration },
    { title: "Base fee", expr: `${perToken} * ${select(m.evmBaseFee)}`, unit: "suffix:n", decimals: 3, width: 105 },
    { title: "Gas used", expr: `${select(m.evmGasUsed)} / ${select(m.evmGasLimit)}`, ...share, width: 85 },
  ],
});

/** Returns graphs of the chosen chains. */
export const evmRow = (which: OfEvm, none: string): Row => {
  const ofChain = (metric: Source<(typeof m.evmHeight)["labels"][number]>) =>
    perItem("max", metric, ["chain", "alias"], which);
  const lines = (expr: string) => [{ expr: named(expr, "chain"), legend: "{{name}} ({{network}})" }];
  return {
    title: "EVM chains of the L1s",
    isCollapsed: true,
    panels: [
      graph([8, 7], {
        title: "Age of the last EVM block",
        description:
          "Time since the timestamp of the last block of each EVM chain. A chain without transactions makes no blocks: a rising line is a problem only if the chain has users, or a minimum rate.",
        unit: "s",
        none,
        decimals: 0,
        min: 0,
        queries: [queryPerTarget(named(age(select(m.evmTime, which)), "chain"), "{{name}}")],
      }),
      graph([8, 7], {
        title: "Base fee",
        description:
          "Base fee per unit of gas, in billionths of the chain's native token. It rises while blocks use more gas than the target. If it stays high, transactions with a lower fee limit wait.",
        unit: "suffix:n",
        none,
        min: 0,
        queries: lines(`${perToken} * ${ofChain(m.evmBaseFee)}`),
      }),
      graph([8, 7], {
        title: "Gas used",
        description:
          "Gas that the last block of each chain used, as share of its limit. Near 100 % for long: the chain is full, and its fee rises.",
        unit: "percentunit",
        none,
        min: 0,
        max: 1,
        queries: lines(
          `${ofChain(m.evmGasUsed)} / on (network, chain) group_left () ${perItem("max", m.evmGasLimit, ["chain"], which)}`,
        ),
      }),
    ],
  };
};
