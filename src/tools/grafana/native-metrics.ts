/** Metrics of AvalancheGo itself at /ext/metrics, which optional rules and a row of panels use. */

export type Source<Label extends string = string> = { readonly name: string; readonly labels: readonly Label[] };
type NativeMetric = Source & { readonly type: "counter" | "gauge" | "histogram" };

/** Metrics of AvalancheGo itself at /ext/metrics that rules and panels use. Versions 1.14.0 to 1.15.0 have them. */
export const nativeMetrics = {
  pollsFailed: { name: "avalanche_snowman_polls_failed", labels: ["chain"], type: "counter" },
  pollsSuccessful: { name: "avalanche_snowman_polls_successful", labels: ["chain"], type: "counter" },
  bootstrapFinished: { name: "avalanche_snowman_bootstrap_finished", labels: ["chain"], type: "gauge" },
  blocksFetched: { name: "avalanche_snowman_bs_fetched", labels: ["chain"], type: "counter" },
  blocksExecuted: { name: "avalanche_snowman_bs_accepted", labels: ["chain"], type: "counter" },
  messages: { name: "avalanche_handler_messages", labels: ["chain", "op"], type: "counter" },
  /** The C-Chain until Helicon, and chains of Subnet-EVM: with the name `subnetevm`, or the ID of another virtual machine. */
  badBlocks: { name: "avalanche_.+_eth_chain_block_bad_count", labels: ["chain"], type: "counter" },
} as const satisfies Readonly<Record<string, NativeMetric>>;

/** Metrics of the C-Chain since Helicon: vms/saevm/saexec/metrics.go of AvalancheGo 1.15.0. The prefixes are from vms/saevm/sae/vm.go (`sae`)
 *  and vms/transitionvm/vm.go (`transition`). */
export const heliconMetrics = {
  queueBlocks: { name: "avalanche_evm_transition_sae_execution_queue_blocks", labels: ["chain"], type: "gauge" },
  queueDuration: {
    name: "avalanche_evm_transition_sae_execution_queue_duration_seconds",
    labels: ["chain"],
    type: "histogram",
  },
} as const satisfies Readonly<Record<string, NativeMetric>>;
