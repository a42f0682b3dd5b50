/** The identity of the node at a URL: its ID, the name of its network, and what is remembered about it. */
import type { Labels } from "../engine/metric.ts";
import type { Observations } from "../engine/store.ts";
import { nothing, remember } from "../entities/observer.ts";
import { shareTask } from "../lib/clock.ts";
import { milliseconds } from "../lib/duration.ts";
import type { NodeClient } from "../node-api/client.ts";
import { attempt } from "../node-api/errors.ts";
import { networkNameOf } from "../protocol/networks.ts";

/** Delay until the name of the network is read again from a node that does not provide it. */
const identifyAgainAfterMs = milliseconds("5m");

type Options = {
  readonly client: Pick<NodeClient, "call" | "nodeId" | "kept">;
  /** Returns monotonic milliseconds. */
  readonly now: () => number;
  /** Aborted when the target stops. */
  readonly stopping: AbortSignal;
  /** Name of the network for a node that does not provide it. */
  readonly configured: string | undefined;
  /** Called when a node of another network responds. */
  readonly onOtherNetwork: () => void;
};

/** Creates the identity of a node that has not responded yet. */
export function createIdentity({ client, now, stopping, configured, onOtherNetwork }: Options) {
  let network: string | undefined;
  /** The name that was known last. */
  let lastNetwork: string | undefined;
  let remembered = nothing;
  let readOnce = shareTask(readNetwork);
  let identifyAfter = Number.NEGATIVE_INFINITY;
  /** Aborted when another node responds. */
  let replaced = new AbortController();

  /** Returns the name of the network: that of the node, that of its ID, or the configured one; undefined until it is known. */
  async function readName(signal: AbortSignal): Promise<string | undefined> {
    const { value, error } = await attempt(client.call({ signal }, "info.getNetworkName", {}));
    if (value) return value.result.networkName;
    if (!error.unavailable) return undefined;
    identifyAfter = now() + identifyAgainAfterMs;
    const id = await attempt(client.call({ signal }, "info.getNetworkID", {}));
    return id.value ? networkNameOf(Number(id.value.result.networkID)) : configured;
  }

  async function readNetwork() {
    const signal = AbortSignal.any([stopping, replaced.signal]);
    const name = await readName(signal);
    if (name === undefined || name === network) return;
    if (network !== undefined) return onOtherNetwork();
    network = name;
    lastNetwork = name;
  }

  /** Returns the ID of the node; the last known one while it does not respond. */
  const nodeId = () => client.nodeId() ?? remembered.identity?.node_id;

  return {
    /** Returns the name of the network; undefined until it is known. */
    network: () => network,
    nodeId,
    /** Returns the labels that the exposition adds to series. While another node is identified, the network is that of the previous one. */
    labels: (): Labels => ({ network: lastNetwork ?? "", node_id: nodeId() ?? "" }),
    remembered: () => remembered,
    /** Reads the name of the network, which is a label of all series, and again when another process can respond. */
    async identify(): Promise<void> {
      const isKnown = network !== undefined && client.kept("info.getNetworkName", {}) !== undefined;
      if (!isKnown && now() >= identifyAfter) await readOnce("network");
    },
    /** Remembers what the observations show at the end of a run. Returns whether the node has moved to another network with its ID. */
    afterRun(of: Observations): boolean {
      const before = remembered.identity?.network_id;
      remembered = remember(remembered, of, nodeId());
      return before !== undefined && remembered.identity?.network_id !== before;
    },
    /** Forgets everything about the node, because another one responds. */
    forget() {
      replaced.abort();
      replaced = new AbortController();
      readOnce = shareTask(readNetwork);
      identifyAfter = Number.NEGATIVE_INFINITY;
      network = undefined;
      remembered = nothing;
    },
  };
}
