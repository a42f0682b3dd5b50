import { primaryNetwork } from "../api/ids.ts";
import * as m from "../metrics/epochs.ts";
import { attempt, type NodeError } from "../rpc/errors.ts";
import { collector, type RunClient, readEntries } from "./collector.ts";
import { activeRatioOf, evmChains, groupOfChain, watchesSubnets } from "./shared/chains.ts";

const methods = ["proposervm.getCurrentEpoch", "proposervm.getProposedHeight", "platform.getValidatorsAt"] as const;

/** The active share of a subnet's weight at a height, which never changes, by chain. */
type Known = Map<string, { readonly height: bigint; readonly ratio: number | undefined }>;

/** Returns the active share of a subnet's weight at the height of the epoch. Calls the node once per epoch. */
async function readRatio(
  { call }: RunClient<(typeof methods)[number]>,
  { chain, subnet_id: subnetID }: { readonly chain: string; readonly subnet_id: string },
  height: bigint,
  known: Known,
): Promise<{ readonly ratio?: number | undefined; readonly error?: NodeError | undefined }> {
  const last = known.get(chain);
  if (last?.height === height) return last;
  const { value, error } = await attempt(call("platform.getValidatorsAt", { subnetID, height: String(height) }));
  if (!value) return { error };
  const read = { height, ratio: activeRatioOf(value.validators) };
  known.set(chain, read);
  return read;
}

export const epochs = collector({
  name: "epochs",
  summary:
    "If an L1 is watched: epoch and proposed P-Chain height of the C-Chain and of the chains of subnets and L1s that the node runs; the active weight of L1s at that height.",
  interval: "60s",
  hasVaryingSeries: true,
  reads: methods,
  needs: ["chains"],
  metrics: [m.epochNumber, m.epochStart, m.epochHeight, m.proposedPHeight, m.epochActiveRatio],
  select: (settings) => (watchesSubnets(settings) ? {} : undefined),
  state: (): Known => new Map(),
  read(node, _selected, known) {
    const { call } = node;
    const chains = evmChains(node);
    return {
      chain: readEntries(chains, async (labels) => {
        const epoch = await call("proposervm.getCurrentEpoch", {}, labels.chain);
        const isL1 = labels.subnet_id !== primaryNetwork && epoch.number > 0n;
        const active = isL1 ? await readRatio(node, labels, epoch.pChainHeight, known) : {};
        return { epoch, labels, ...active };
      }),
      proposed: readEntries(chains, async (labels) => {
        const { height } = await call("proposervm.getProposedHeight", {}, labels.chain);
        return { proposed: height, labels };
      }),
    };
  },
  map: {
    *chain({ epoch, labels, ratio, error }) {
      // before Granite the number is 0
      if (epoch.number > 0n) yield groupOfChain(labels, m.chainEpoch.item({ ...labels, epoch, activeRatio: ratio }));
      yield { error };
    },
    proposed: ({ proposed, labels }) => [groupOfChain(labels, m.proposedHeight.item({ ...labels, proposed }))],
  },
});
