/** Panels about the supply and the stake of each network, and about the balances of watched addresses. */
import { addressBalance, addressExported } from "../../../collectors/addresses.ts";
import { evmAddressBalance } from "../../../collectors/evm.ts";
import { stake, supply } from "../../../collectors/primary-network.ts";
import * as validators from "../../../collectors/validator-set.ts";
import type { Row } from "./dashboard.ts";
import { thresholdSteps } from "./palette.ts";
import { graph, stack, stat } from "./panels.ts";
import { growth, perItem, perNetwork, primary, queryPerNetwork, selectShared } from "./queries.ts";
import { networkFact } from "./shared-panels.ts";
import { table } from "./table.ts";
import { thresholds } from "./thresholds.ts";

const all = { subnet_id: primary };
const legend = "{{network}}";
const none = "Not reported";

export const supplyRow: Row = {
  title: "Supply and stake",
  isCollapsed: true,
  panels: [
    stack(
      8,
      8,
      stat([8, 3], {
        title: "Supply",
        description:
          "AVAX in existence, including the rewards promised to all stakers. It is an upper bound: burned fees are not deducted.",
        unit: "short",
        none,
        decimals: 2,
        queries: [queryPerNetwork(perItem("max", supply))],
      }),
      stat([8, 3], {
        title: "Issued in the last day, AVAX",
        description:
          "Growth of the supply within the last 24 hours: rewards are added when a staking period begins. It is negative when rewards are not earned. It is known a day after the first scrape.",
        unit: "locale",
        none: "Known after a day",
        decimals: 0,
        queries: [queryPerNetwork(perNetwork("max", growth(selectShared(supply), "1d")))],
      }),
      stat([8, 2], {
        title: "Staked share of supply",
        description:
          "Share of all AVAX that is staked on the primary network. A sudden decrease means that large validators have left.",
        unit: "percentunit",
        none,
        decimals: 1,
        queries: [queryPerNetwork(perNetwork("max", `${selectShared(stake)} / ${selectShared(supply)}`))],
      }),
    ),
    graph([16, 8], {
      title: "Stake",
      description: `AVAX staked on the primary network, in total and delegated. A sudden decrease means that large validators have left.`,
      unit: "short",
      none,
      decimals: 2,
      min: 0,
      queries: [
        { expr: perItem("max", stake), legend: `${legend} total` },
        { expr: perItem("max", validators.validatorsDelegated, [], all), legend: `${legend} delegated` },
      ],
    }),
  ],
};

const keys = ["address", "chain", "state"] as const;
const balances = perItem("max", addressBalance, [...keys, "alias"]);
const routes = ["network", "address", "chain", "source_chain"] as const;
const toImport = `${perItem("max", addressExported, ["address", "chain", "source_chain", "alias"])} > 0`;

export const addressRow: Row = {
  title: "Watched addresses",
  isCollapsed: true,
  panels: [
    graph([11, 7], {
      title: "Balances of watched addresses",
      description:
        "AVAX balance of each watched address, by state. Only unlocked AVAX pays fees: keep enough of it to top up L1 validators.",
      unit: "suffix:AVAX",
      none: "No address watched",
      decimals: 2,
      min: 0,
      queries: [
        {
          expr: `label_replace(label_replace(${balances}, "name", "$1…", "address", "(.{14}).*"), "name", "$1", "alias", "(.+)")`,
          legend: "{{name}} {{state}} ({{network}})",
        },
      ],
    }),
    table([13, 7], {
      title: "Current balances",
      description: `Current balance by state. On the P-Chain, locked_stakeable can already be staked, locked_not_stakeable cannot. Refill an address for top-ups that has less than ${thresholds.addressBalance} AVAX unlocked.`,
      none: "No address watched",
      keys,
      facts: {
        alias: { title: "Alias", width: 110 },
        address: { title: "Address" },
        chain: { title: "Chain", width: 70 },
        state: { title: "State", width: 170 },
      },
      rows: [balances],
      columns: [{ title: "Balance, AVAX", expr: balances, unit: "locale", decimals: 2, width: 130 }],
    }),
    table([24, 5], {
      title: "Exported AVAX to import",
      description:
        "AVAX that another chain has exported to each watched address, and that is not imported on its chain. It belongs to no balance until its owner signs an import transaction. Import what is older than a few minutes.",
      none: "Nothing to import, or no address watched",
      keys: routes,
      facts: {
        alias: { title: "Alias", width: 140 },
        address: { title: "Address" },
        source_chain: { title: "From", width: 90 },
        chain: { title: "On", width: 90 },
        ...networkFact,
      },
      rows: [toImport],
      columns: [{ title: "AVAX", expr: toImport, unit: "locale", decimals: 2, width: 150 }],
      sort: { by: "AVAX", desc: true },
    }),
    table([24, 6], {
      title: "Balances of EVM addresses",
      description: `Balance of each watched address of the C-Chain and of EVM chains of L1s, lowest first, in the native token of its chain. Refill the address of a relayer that has less than ${thresholds.addressBalance}: its transactions soon fail.`,
      none: "No address of an EVM chain watched",
      keys: ["network", "chain", "address"],
      facts: {
        alias: { title: "Alias", width: 140 },
        address: { title: "Address" },
        chain: { title: "Chain", width: 440 },
        ...networkFact,
      },
      rows: [perItem("max", evmAddressBalance, ["chain", "address", "alias"])],
      columns: [
        {
          title: "Balance",
          expr: perItem("min", evmAddressBalance, ["chain", "address"]),
          unit: "locale",
          decimals: 3,
          levels: thresholdSteps("warning", [thresholds.addressBalance, "none"]),
          width: 150,
        },
      ],
      sort: { by: "Balance" },
    }),
  ],
};
