import { primaryNetwork } from "../api/ids.ts";
import type { ValidatorsAt } from "../facts/l1.ts";
import * as m from "../metrics/epochs.ts";
import { attempt, type NodeError } from "../rpc/errors.ts";
import { collector, type RunClient, readEntries } from "./collector.ts";
import { evmChains, groupOfChain, watchesSubnets } from "./shared/chains.ts";

const methods = ["proposervm.getCurrentEpoch", "proposervm.getProposedHeight", "platform.getValidatorsAt"] as const;

/** The validators of a subnet at a height, which never change, by chain. */
type Known = Map<string, { readonly height: bigint; readonly validators: ValidatorsAt }>;

/** Returns the validators of a subnet at the height of the epoch. Calls the node once per epoch. */
async function readValidators(
  { call }: RunClient<(typeof methods)[number]>,
  { chain, subnet_id: subnetID }: { readonly chain: string; readonly subnet_id: string },
  height: bigint,
  known: Known,
): Promise<{ readonly validators?: ValidatorsAt; readonly error?: NodeError | undefined }> {
  const last = known.get(chain);
  if (last?.height === height) return last;
  const { value, error } = await attempt(call("platform.getValidatorsAt", { subnetID, height: String(height) }));
  if (!value) return { error };
  const read = { height, validators: value.validators };
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
        const set = isL1 ? await readValidators(node, labels, epoch.pChainHeight, known) : {};
        return { epoch, labels, ...set };
      }),
      proposed: readEntries(chains, async (labels) => {
        const { height } = await call("proposervm.getProposedHeight", {}, labels.chain);
        return { proposed: height, labels };
      }),
    };
  },
  map: {
    *chain({ epoch, labels, validators, error }) {
      // before Granite the number is 0
      if (epoch.number > 0n) yield groupOfChain(labels, m.chainEpoch.item({ ...labels, epoch, validators }));
      yield { error };
    },
    proposed: ({ proposed, labels }) => [groupOfChain(labels, m.proposedHeight.item({ ...labels, proposed }))],
  },
});
