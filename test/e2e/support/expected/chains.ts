/** Chain state, fees, supply and stake. */
import type { Asked } from "../avalanche-node.ts";
import { avax, notServed, onP, type Sample, sample, seconds, unknownMethod, unless } from "./sample.ts";

export async function heights(node: Asked): Promise<Sample[]> {
  const proposed = await onP(node, "platform.getProposedHeight");
  const p = await onP(node, "platform.getHeight");
  const { timestamp } = await onP(node, "platform.getTimestamp");
  const x = await unless(notServed, node.ask("/ext/bc/X", "avm.getHeight"));
  return [
    sample("avax_pchain_height", p.height),
    sample("avax_pchain_proposed_height", proposed.height),
    sample("avax_pchain_timestamp_seconds", seconds(timestamp)),
    ...(x ? [sample("avax_xchain_height", x.height)] : []),
  ];
}

export async function indices(node: Asked): Promise<Sample[]> {
  const each = await Promise.all(["P", "X", "C"].map((chain) => index(node, chain)));
  return each.flat();
}
/** Of a chain that the node serves. */
async function index(node: Asked, chain: string): Promise<Sample[]> {
  const labels = { chain, index: "block" };
  try {
    const last = await node.ask(`/ext/index/${chain}/block`, "index.getLastAccepted");
    return [
      sample("avax_index_available", true, labels),
      sample("avax_index_last_accepted_index", last.index, labels),
      sample("avax_index_last_accepted_timestamp_seconds", seconds(last.timestamp), labels),
    ];
  } catch (error) {
    if (/no containers have been accepted/.test(String(error))) return [sample("avax_index_available", true, labels)];
    if (!notServed.test(String(error))) throw error;
    const { isBootstrapped } = await node.ask("/ext/info", "info.isBootstrapped", { chain });
    return isBootstrapped ? [sample("avax_index_available", false, labels)] : [];
  }
}

/** Nothing where the network is before the upgrade that brings the fees. */
export async function gas(node: Asked): Promise<Sample[]> {
  const config = await onP(node, "platform.getFeeConfig");
  if (config.maxCapacity === 0) return [];
  const state = await onP(node, "platform.getFeeState");
  return [
    sample("avax_pchain_gas_capacity", state.capacity),
    sample("avax_pchain_gas_excess", state.excess),
    sample("avax_pchain_gas_price_avax", avax(state.price)),
  ];
}

export async function validatorFees(node: Asked): Promise<Sample[]> {
  const state = await unless(unknownMethod, onP(node, "platform.getValidatorFeeState"));
  const config = await unless(unknownMethod, onP(node, "platform.getValidatorFeeConfig"));
  if (!state || !config) return [];
  return [
    sample("avax_pchain_validator_fee_excess", state.excess),
    sample("avax_pchain_validator_fee_price_avax_per_second", avax(state.price)),
    sample("avax_pchain_validator_fee_state_timestamp_seconds", seconds(state.timestamp)),
    sample("avax_pchain_validator_fee_capacity", config.capacity),
    sample("avax_pchain_validator_fee_target", config.target),
  ];
}

/** A node without an X-Chain. */
const noFees = /: 404 /;

export async function money(node: Asked): Promise<Sample[]> {
  const { supply } = await onP(node, "platform.getCurrentSupply");
  const { weight } = await onP(node, "platform.getTotalStake");
  const fees = await unless(noFees, node.ask("/ext/bc/X", "avm.getTxFee"));
  return [
    sample("avax_pchain_supply_avax", avax(supply)),
    sample("avax_pchain_stake_avax", avax(weight)),
    ...(fees ? [sample("avax_xchain_tx_fee_avax", avax(fees.txFee))] : []),
  ];
}
