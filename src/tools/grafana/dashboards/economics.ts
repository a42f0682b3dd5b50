/** The dashboard Economics: fees, and balances of watched addresses. Facts of a network are shown once, however many nodes report them. */
import { type Board, network } from "./dashboard.ts";
import { steps } from "./palette.ts";
import { graph, stat, table } from "./panels.ts";
import { namedRows, names, ofNetwork, per } from "./queries.ts";
import * as shared from "./shared.ts";
import { thresholds } from "./thresholds.ts";

const perNetwork = per("network", ofNetwork);
/** nAVAX. */
const gasPrice = `1e9 * ${perNetwork("avax_pchain_gas_price_avax")}`;
const monthlyFee = `${30 * 86_400} * ${perNetwork("avax_pchain_validator_fee_price_avax_per_second")}`;
const none = "Not reported";
const low = steps("warning", [thresholds.addressBalance, "none"]);
const refill = `Refill an address that has less than ${thresholds.addressBalance}: transactions and top-ups soon fail.`;
const perBalance = "network, address, chain, state";
const perRoute = "network, address, chain, source_chain";
const exported = `avax_address_exported_avax{${ofNetwork}} > 0`;
const perEvmBalance = "network, chain, address";

export const economics: Board = {
  name: "economics",
  title: "Economics",
  description: "Fees of the P-Chain and of L1 validators, supply and stake, and balances of watched addresses.",
  variables: [network],
  rows: [
    {
      title: "States",
      panels: [
        stat([7, 4], {
          title: "P-Chain gas price",
          description:
            "Price per unit of gas at the last block. A simple transfer takes some 1,000 units, creating an L1 several times as many. If it is high, wait: without load it halves within half a minute.",
          unit: "suffix:nAVAX",
          decimals: 0,
          none,
          hasNames: true,
          queries: { "{{network}}": gasPrice },
        }),
        stat([8, 4], {
          title: "L1 validator fee, 30 days",
          description:
            "Fee of an active L1 validator for 30 days at the current rate. The minimum on mainnet is 1.33 AVAX. If it rises, top up balances: see the dashboard L1s.",
          unit: "suffix:AVAX",
          decimals: 2,
          none,
          hasNames: true,
          queries: { "{{network}}": monthlyFee },
        }),
        stat([7, 4], {
          title: "X-Chain transfer",
          description: "Fee of an X-Chain transaction. It is fixed, unlike the P-Chain fee.",
          unit: "suffix:AVAX",
          decimals: 4,
          none,
          hasNames: true,
          queries: { "{{network}}": perNetwork("avax_xchain_tx_fee_avax") },
        }),
        shared.data("p-(.*fee|supply|stake)"),
      ],
    },
    {
      title: "Details",
      panels: [
        table([12, 6], {
          title: "Balances of watched addresses",
          description: `Balance of each watched address of the P-Chain and the X-Chain by state. Only unlocked AVAX pays fees: keep enough of it to top up L1 validators. ${refill}`,
          none: "No address watched",
          rows: namedRows(perBalance, "address", "avax_address_balance_avax", ofNetwork),
          labels: {
            alias: { title: "Address" },
            chain: { title: "Chain", width: 65 },
            state: { title: "State", width: 165 },
            ...shared.networkColumn,
          },
          columns: {
            "Balance, AVAX": {
              expr: per(perBalance, ofNetwork)("avax_address_balance_avax"),
              unit: "locale",
              decimals: 2,
              width: 125,
            },
          },
        }),
        table([12, 6], {
          title: "Balances of EVM addresses",
          description: `Balance of each watched address of the C-Chain and of EVM chains of L1s, lowest first, in the native token of its chain. ${refill}`,
          none: "No address of an EVM chain watched",
          rows: namedRows(perEvmBalance, "address", "avax_evm_address_balance", ofNetwork),
          labels: {
            alias: { title: "Address" },
            chain: { title: "Chain", width: 150 },
            ...shared.networkColumn,
          },
          columns: {
            Balance: {
              expr: per(perEvmBalance, ofNetwork)("avax_evm_address_balance", "min"),
              unit: "locale",
              decimals: 3,
              levels: low,
              width: 120,
            },
          },
          sortBy: "Balance",
        }),
        graph([12, 7], {
          title: "L1 validator fee for 30 days",
          description:
            "Fee of an active L1 validator for 30 days, on a logarithmic scale. The minimum on mainnet is 1.33 AVAX. It rises while more L1 validators than the target are active.",
          unit: "suffix:AVAX",
          decimals: 3,
          none,
          isLogarithmic: true,
          queries: { "{{network}}": monthlyFee },
        }),
        graph([12, 7], {
          title: "P-Chain gas price",
          description:
            "Price per unit of gas at the last block, on a logarithmic scale. The minimum is 1 nAVAX. The price doubles in 30 seconds at full load.",
          unit: "suffix:nAVAX",
          none,
          isLogarithmic: true,
          queries: { "{{network}}": gasPrice },
        }),
      ],
    },
    {
      title: "Exports, supply and stake",
      isCollapsed: true,
      panels: [
        table([12, 6], {
          title: "Exported AVAX to import",
          description:
            "AVAX that another chain has exported to each watched address, and that is not imported on its chain. It belongs to no balance until its owner signs an import transaction. Import what is older than a few minutes.",
          none: "Nothing to import, or no address watched",
          rows: [
            `max by (${perRoute}) (${exported})`,
            ...names(perRoute, "address", "avax_address_exported_avax", ofNetwork),
          ],
          labels: {
            alias: { title: "Address" },
            source_chain: { title: "From", width: 70 },
            chain: { title: "On", width: 70 },
          },
          columns: {
            AVAX: {
              expr: `max by (${perRoute}) (${exported})`,
              unit: "locale",
              decimals: 2,
              width: 110,
            },
          },
        }),
        graph([12, 6], {
          title: "Supply and stake",
          description:
            "AVAX in existence, staked, and delegated. The supply is an upper bound: it includes promised rewards, and burned fees are not deducted. A sudden decrease of the stake means that large validators have left.",
          unit: "short",
          decimals: 2,
          none,
          min: 0,
          hasTable: true,
          queries: {
            "supply ({{network}})": perNetwork("avax_pchain_supply_avax"),
            "stake ({{network}})": perNetwork("avax_pchain_stake_avax"),
            "delegated ({{network}})": perNetwork("avax_validators_delegated_avax"),
          },
        }),
      ],
    },
  ],
};
