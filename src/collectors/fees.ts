/** Time and fees of the P-Chain, and fees of the X-Chain. */
import { kindOf } from "../engine/metric.ts";
import { from, type Result } from "../node-api/contract.ts";
import { attempt } from "../node-api/errors.ts";
import { type FeeState, type Fees, feesAfter } from "../protocol/validator-fee.ts";
import { collector, type RunClient } from "./collector.ts";

export const pTime = kindOf<{ readonly timestamp: Date }>().ofNode();
export const chainTime = pTime.timestamp("avax_pchain_timestamp_seconds", {
  help: "Timestamp of the last accepted P-Chain block, in Unix seconds. Can be up to 10 seconds ahead of the wall clock.",
  from: from("platform.getFeeState", "timestamp"),
  of: ({ timestamp }) => timestamp,
});

export const pFeeState = kindOf<Omit<Result<"platform.getFeeState">, "timestamp">>().with();
export const gasCapacity = pFeeState.gauge("avax_pchain_gas_capacity", {
  help: "Gas available for P-Chain transactions, as of avax_pchain_timestamp_seconds.",
  from: from("platform.getFeeState", "capacity"),
  of: ({ capacity }) => capacity,
});
export const gasExcess = pFeeState.gauge("avax_pchain_gas_excess", {
  help: "Accumulated P-Chain gas above the target, as of avax_pchain_timestamp_seconds.",
  from: from("platform.getFeeState", "excess"),
  of: ({ excess }) => excess,
});
export const gasPrice = pFeeState.avax("avax_pchain_gas_price_avax", {
  help: "P-Chain gas price in AVAX per unit of gas, as of avax_pchain_timestamp_seconds.",
  from: from("platform.getFeeState", "price"),
  of: ({ price }) => price,
});

export const validatorFees = kindOf<Fees & { readonly state: FeeState }>().with();
validatorFees.gauge("avax_pchain_validator_fee_excess", {
  help: "Accumulated active L1 validators above the target, in validator-seconds.",
  from: from("platform.getValidatorFeeState", "excess"),
  of: ({ state: { excess } }) => excess,
});
export const validatorFeePrice = validatorFees.avax("avax_pchain_validator_fee_price_avax_per_second", {
  help: "Fee of an active L1 validator in AVAX per second.",
  from: from("platform.getValidatorFeeState", "price"),
  of: ({ state: { price } }) => price,
});
validatorFees.timestamp("avax_pchain_validator_fee_state_timestamp_seconds", {
  help: "Chain timestamp of the L1 validator fee state, in Unix seconds.",
  from: from("platform.getValidatorFeeState", "timestamp"),
  of: ({ state: { timestamp } }) => timestamp,
});

const validatorFeeParameters = kindOf<Result<"platform.getValidatorFeeConfig">>().with();
validatorFeeParameters.gauge("avax_pchain_validator_fee_capacity", {
  help: "Maximum number of active L1 validators.",
  from: from("platform.getValidatorFeeConfig", "capacity"),
  of: ({ capacity }) => capacity,
});
validatorFeeParameters.gauge("avax_pchain_validator_fee_target", {
  help: "Target number of active L1 validators.",
  from: from("platform.getValidatorFeeConfig", "target"),
  of: ({ target }) => target,
});

const xFees = kindOf<Result<"avm.getTxFee">>().with();
xFees.avax("avax_xchain_tx_fee_avax", {
  help: "Fee of an X-Chain transaction in AVAX.",
  from: from("avm.getTxFee", "txFee"),
  of: ({ txFee }) => txFee,
});

export const pFee = collector({
  name: "p-fee",
  summary: "P-Chain time, and its gas price and fee state (ACP-103).",
  interval: "30s",
  required: true,
  reads: ["platform.getFeeState"],
  metrics: [pTime, pFeeState],
  read: ({ call }) => ({ state: call("platform.getFeeState", {}) }),
  map: { state: ({ timestamp, ...fees }) => [pTime.item({ timestamp }), pFeeState.item(fees)] },
});

/** Reads the state and the parameters of the fee, which are undefined if they cannot be read. */
async function readFee({ call }: RunClient<"platform.getValidatorFeeState" | "platform.getValidatorFeeConfig">) {
  const state = await call("platform.getValidatorFeeState", {});
  return { state, config: (await attempt(call("platform.getValidatorFeeConfig", {}))).value };
}

export const pValidatorFee = collector({
  name: "p-validator-fee",
  summary:
    "L1 validator fee and its state (ACP-77). Without this collector no end of a balance of an L1 validator is known.",
  interval: "60s",
  required: true,
  reads: ["platform.getValidatorFeeState", "platform.getValidatorFeeConfig"],
  provides: ["fees"],
  metrics: [validatorFees],
  state: (): { fees: Fees } => ({ fees: {} }),
  read: (node) => ({ state: readFee(node) }),
  map: {
    state({ state, config }, { state: last }) {
      const fees = feesAfter(last.fees, state, config);
      last.fees = fees;
      return [validatorFees.item(fees)];
    },
  },
});

export const pValidatorFeeConfig = collector({
  name: "p-validator-fee-config",
  summary: "Target and maximum number of active L1 validators.",
  interval: "10m",
  reads: ["platform.getValidatorFeeConfig"],
  metrics: [validatorFeeParameters],
  read: ({ call }) => ({ config: call("platform.getValidatorFeeConfig", {}) }),
  map: { config: (config) => [validatorFeeParameters.item(config)] },
});

export const xFee = collector({
  name: "x-fee",
  summary: "Fee of X-Chain transactions.",
  interval: "10m",
  reads: ["avm.getTxFee"],
  metrics: [xFees],
  read: ({ call }) => ({ fee: call("avm.getTxFee", {}, "X") }),
  map: { fee: (fee) => [xFees.item(fee)] },
});
