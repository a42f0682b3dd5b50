/** Parameters of the networks. */
import { primaryNetwork } from "../node-api/ids.ts";
import type { GasConfig, ValidatorFeeConfig } from "./fees.ts";

export type Network = {
  readonly id: number;
  readonly hrp: string;
  readonly avax: string;
  readonly xChain: string;
  readonly cChain: string;
  /** Address of the well-known key, if the network has one. */
  readonly publicKeyHolder?: string;
  readonly validatorFee: ValidatorFeeConfig;
  /** nAVAX. */
  readonly minStake: { readonly validator: bigint; readonly delegator: bigint };
  readonly minDays: number;
  /** nAVAX, on the X-Chain. */
  readonly xFee: { readonly transaction: bigint; readonly asset: bigint };
  readonly epochSeconds: number;
  /** State at the start of the simulation. Supply in nAVAX, without rewards of initial stakers. Chains whose blocks are all
   *  stored have lower heights than in the real network. */
  readonly begin: { readonly supply: bigint; readonly p: number; readonly x: number; readonly c: number };
};

/** The same on all networks. */
export const gasConfig: GasConfig = {
  weights: [1n, 1000n, 1000n, 4n],
  maxCapacity: 1_000_000n,
  maxPerSecond: 100_000n,
  targetPerSecond: 50_000n,
  minPrice: 1n,
  excessConversionConstant: 2_164_043n,
};
const gigaAvax = 10n ** 18n;
const avax = 10n ** 9n;
const milliAvax = 10n ** 6n;
const xFee = { transaction: milliAvax, asset: 10n * milliAvax };
const validatorFee = { capacity: 20_000n, target: 10_000n };

const realNetworks = {
  mainnet: {
    id: 1,
    hrp: "avax",
    avax: "FvwEAhmxKfeiG8SnEvq42hc6whRyY3EFYAvebMqDNDGCgxN5Z",
    xChain: "2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM",
    cChain: "2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5",
    validatorFee: { ...validatorFee, minPrice: 512n, excessConversionConstant: 1_246_488_515n },
    minStake: { validator: 2000n * avax, delegator: 25n * avax },
    minDays: 14,
    xFee,
    epochSeconds: 300,
    begin: { supply: (46n * gigaAvax) / 100n, p: 300, x: 60, c: 71_000_000 },
  },
  fuji: {
    id: 5,
    hrp: "fuji",
    avax: "U8iRqJoiJm8xZHAacmvYyZVwqQx6uDNtQeP3CQ6fcgQk3JqnK",
    xChain: "2JVSBoinj9C2J33VntvzYtVJNZdN2NKiwwKjcumHUWEb5DbBrm",
    cChain: "yH8D7ThNJkxmtkuv2jgBa4P1Rn3Qpr4pPr7QYNfcdoS6k6HWp",
    validatorFee: { ...validatorFee, minPrice: 512n, excessConversionConstant: 51_937_021n },
    minStake: { validator: avax, delegator: avax },
    minDays: 1,
    xFee,
    epochSeconds: 300,
    begin: { supply: (41n * gigaAvax) / 100n, p: 200, x: 40, c: 48_000_000 },
  },
  local: {
    id: 12345,
    hrp: "local",
    avax: "2fombhL7aGPwj3KH4bfrmJwW6PVnMobf9Y2fn9GwxiAAJyFDbe",
    xChain: "2eNy1mUFdmaxXNj1eQHUe7Np4gju9sJsEtWQ4MX3ToiNKuADed",
    cChain: "2owdGqyG6FFzTHy5qhenDXQcEghvr571KZE3gSfRJERSJinuwC",
    publicKeyHolder: "P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u",
    validatorFee: { ...validatorFee, minPrice: 1n, excessConversionConstant: 865_617n },
    minStake: { validator: 2000n * avax, delegator: 25n * avax },
    minDays: 1,
    xFee: { ...xFee, asset: milliAvax },
    epochSeconds: 30,
    begin: { supply: (36n * gigaAvax) / 100n, p: 60, x: 20, c: 200 },
  },
} satisfies Record<string, Network>;
/** `simulated` has the parameters of mainnet, and a name that no real node reports. */
export const networks = { ...realNetworks, simulated: realNetworks.mainnet };
export type NetworkName = keyof typeof networks;

/** Returns the IDs of the chains of the primary network. */
export const chainIdsOf = ({ xChain, cChain }: Network) => ({ P: primaryNetwork, X: xChain, C: cChain });
/** Aliases of these chains on every node. */
export const builtInNames = { P: "platform", X: "avm", C: "evm" } as const;
/** IDs of the virtual machines of these chains. */
export const vmIds = {
  P: "rWhpuQPF1kb72esV2momhMuTYGkEb1oL29pt2EBXWmSy4kxnT",
  X: "jvYyfQTxGMJLuGWa55kdP2p2zSUYsQ5Raupu4TW34ZAUBAbtq",
  C: "mgj786NP7uDwBCcq6YwThhaN8FLyybkCa4zBWTQbNgmK6k9A6",
} as const;
