/** The table of what an exporter has published, and what its node returns in another way. */
import { table } from "../../../src/tools/docs/markdown.ts";
import type { Agreement } from "./agreement.ts";

/** Metrics of the table, and the source of the values of the node. */
const sources: readonly (readonly [series: RegExp, from: string])[] = [
  [/^avax_evm_/, "eth_getBlockByNumber latest"],
  [/^avax_chain_info/, "platform.getBlockchains"],
  [/^avax_l1_weight_signing_ratio/, "platform.getAllValidatorsAt, platform.getCurrentValidators, info.peers"],
  [/^avax_chain_(epoch|proposed_p)_/, "proposervm.getCurrentEpoch, proposervm.getProposedHeight"],
  [/^avax_l1_(weight_|validators_)(connected|uptime)_/, "validators.getCurrentValidators"],
  [/^avax_l1_validator_(uptime|connected)/, "validators.getCurrentValidators"],
  [/^avax_l1_manager_/, "eth_getStorageAt, platform.getCurrentValidators"],
  [/^avax_l1_validator_(owners_digest|deactivation_owner)/, "platform.getL1Validator"],
  [/^avax_subnet_info/, "platform.getSubnet"],
  [/^avax_node_bootstrapped\{chain="..+"/, "platform.getBlockchainStatus"],
  [/^avax_l1_validator_bls_key_matches/, "platform.getL1Validator publicKey, info.getNodeID"],
  [
    /^avax_l1_validator_(active|balance_exhaustion_timestamp)/,
    "platform.getCurrentValidators, platform.getValidatorFeeState",
  ],
];

type Row = {
  readonly when: string;
  readonly observer: string;
  readonly series: string;
  readonly exported: number | undefined;
  readonly own: number | undefined;
  readonly from: string;
};

const short = (text: string) => text.replace(/(NodeID-)?\w{30,}/g, (id) => `${id.slice(0, 12)}…`);

export function createEvidence() {
  const rows: Row[] = [];
  /** Leaves out what the observer has reported before. */
  function add(row: Row) {
    const before = rows.findLast(({ observer, series }) => observer === row.observer && series === row.series);
    if (before?.exported !== row.exported || before?.own !== row.own) rows.push(row);
  }
  return {
    add,
    addAll(when: string, observer: string, { page, expected }: Agreement) {
      for (const [series, own] of expected) {
        const from = sources.find(([pattern]) => pattern.test(series))?.[1];
        if (from !== undefined) add({ when, observer, series, exported: page.value(series), own, from });
      }
    },
    table: () => {
      const cells = rows.map(({ when, observer, series, exported, own, from }) => {
        const [name = "", labels = ""] = series.split(/(?=\{)/);
        return [when, observer, name, short(labels), String(exported), String(own), from];
      });
      const head = ["When", "Observer", "Metric", "Labels", "Exporter", "Node", "Node's value from"];
      return `\n${table(head, cells)}\n`;
    },
  };
}
