import { expect, test } from "vitest";
import { createIdentity } from "../../src/app/identity.ts";
import { nodeIdentity } from "../../src/collectors/node.ts";
import type { NodeClient } from "../../src/node-api/client.ts";
import { NodeError } from "../../src/node-api/errors.ts";
import * as o from "../entities/observed.ts";

const minute = 60_000;

type Name = "info.getNetworkName" | "info.getNetworkID";
const lacking = () => new NodeError("", { code: "method_unknown" });
const failing = () => new NodeError("", { code: "connect" });

/** Creates the identity of a node with these answers, which a test can change. Answers are kept while `isSame`. */
function identify(answers: Partial<Record<Name, object>>, configured?: string) {
  const node = { answers, isSame: false, nodeId: undefined as string | undefined };
  const clock = { now: 0 };
  const calls: { readonly name: string; readonly signal: AbortSignal }[] = [];
  const others: string[] = [];
  const client = {
    async call({ signal }: { readonly signal: AbortSignal }, name: Name) {
      calls.push({ name, signal });
      await Promise.resolve();
      signal.throwIfAborted();
      const answer = node.answers[name] ?? failing();
      if (answer instanceof Error) throw answer;
      return { result: answer };
    },
    kept: () => (node.isSame ? {} : undefined),
    nodeId: () => node.nodeId,
  } as unknown as Pick<NodeClient, "call" | "nodeId" | "kept">;
  const stopping = new AbortController();
  const identity = createIdentity({
    client,
    now: () => clock.now,
    stopping: stopping.signal,
    configured,
    onOtherNetwork: () => others.push("other"),
  });
  return { node, clock, calls, others, stopping, identity };
}
const named = (networkName: string) => ({ "info.getNetworkName": { networkName } });
const numbered = (networkID: string) => ({ "info.getNetworkName": lacking(), "info.getNetworkID": { networkID } });

test.each([
  ["that of the node", named("alpha"), "alpha"],
  ["that of the ID of the network", numbered("5"), "fuji"],
  ["that of the ID for a network without a known name", numbered("77"), "network-77"],
  ["the configured one", { "info.getNetworkName": lacking(), "info.getNetworkID": lacking() }, "configured"],
  ["unknown if the call fails", {}, undefined],
])("the name of the network is %s", async (_what, answers, expected) => {
  const { identity } = identify(answers, "configured");
  await identity.identify();
  expect([identity.network(), identity.labels()]).toEqual([expected, { network: expected ?? "", node_id: "" }]);
});

test("the name is read again after a failure, and when another process can respond, but once at a time", async () => {
  const { identity, node, calls, others } = identify({});
  await Promise.all([identity.identify(), identity.identify()]);
  expect(calls.length).toBe(1);
  node.answers = named("alpha");
  await identity.identify();
  node.isSame = true;
  await identity.identify();
  expect([calls.length, identity.network()]).toEqual([2, "alpha"]);
  node.isSame = false;
  await identity.identify();
  expect([calls.length, others]).toEqual([3, []]);
  node.answers = named("beta");
  await identity.identify();
  expect([others, identity.network()]).toEqual([["other"], "alpha"]);
});

test("a node without a name of its network is asked again after five minutes, or if another one responds", async () => {
  const { identity, clock, calls } = identify(numbered("1"));
  await identity.identify();
  clock.now = 5 * minute - 1;
  await identity.identify();
  expect(calls.length).toBe(2);
  clock.now = 5 * minute;
  await identity.identify();
  expect(calls.length).toBe(4);
  identity.forget();
  await identity.identify();
  expect(calls.length).toBe(6);
});

test("when another node responds, its name is read at once, and until then the label network is the previous one", async () => {
  const { identity, node, calls, stopping } = identify(named("alpha"));
  await identity.identify();
  const pending = identity.identify();
  identity.forget();
  expect(calls.map(({ signal }) => signal.aborted)).toEqual([true, true]);
  expect([identity.network(), identity.labels()["network"]]).toEqual([undefined, "alpha"]);
  node.answers = named("beta");
  await identity.identify();
  await expect(pending).rejects.toThrow("aborted");
  expect([identity.network(), identity.labels()["network"], calls.length]).toEqual(["beta", "beta", 3]);
  const { signal } = calls.at(-1) ?? {};
  stopping.abort();
  expect(signal?.aborted).toBe(true);
});

test("the ID of a node without the header node-id is the remembered one, and another network of it is noticed", () => {
  const { identity, node } = identify({});
  const seen = (network_id: string, node_id = "NodeID-read") =>
    o.observations([nodeIdentity.item({ node_id, version: "", network_id })]);
  const none = o.observations([]);
  expect([none, seen("1"), none, seen("1"), seen("2")].map(identity.afterRun)).toEqual([
    false,
    false,
    false,
    false,
    true,
  ]);
  expect([identity.nodeId(), identity.labels()["node_id"]]).toEqual(["NodeID-read", "NodeID-read"]);
  node.nodeId = "NodeID-header";
  expect(identity.nodeId()).toBe("NodeID-header");
  node.nodeId = undefined;
  identity.forget();
  expect([identity.nodeId(), identity.remembered().identity, identity.afterRun(seen("3"))]).toEqual([
    undefined,
    undefined,
    false,
  ]);
});
