/** Output of the doctor: golden files. `npx vitest -u` updates them: review the changes. healthy.txt is whole; the others are without the
 *  findings that are ok. */
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { configSchema } from "../../../src/app/config/schema.ts";
import { checkCollectors, checkCost, problem } from "../../../src/app/doctor/checks.ts";
import { checkConnection, diagnose } from "../../../src/app/doctor/connection.ts";
import { collectors } from "../../../src/collectors/all.ts";
import type { FinishedRun } from "../../../src/engine/runner.ts";
import type { FailureCode, NodeFailure } from "../../../src/node-api/errors.ts";
import { NodeError } from "../../../src/node-api/errors.ts";
import type { ScenarioName } from "../../../src/simulator/scenarios.ts";
import type { Simulator, SimulatorOptions } from "../../../src/simulator/simulator.ts";
import { startNode } from "../../support/exporter.ts";
import { callLimit } from "../../support/limits.ts";
import { serve } from "../../support/server.ts";
import {
  createTime,
  everything,
  type Front,
  reportsOn,
  startFront,
  startPatient,
  type Time,
  textOf,
  withoutOk,
} from "./support.ts";

const golden = (name: string) => `golden/${name.toLowerCase().replace(/\W+/g, "-")}.txt`;

const answering = async (status: number, body = "") => {
  const { url } = await serve((_request, response) => response.writeHead(status).end(body));
  return { node: { url } };
};
/** Servers that do not respond as one node. */
const connections: Readonly<Record<string, (time: Time) => Promise<{ readonly node: object }>>> = {
  "connection refused": async () => ({ node: { url: "http://127.0.0.1:1" } }),
  "no answer": async () => {
    const { url } = await startNode({ faults: [{ method: "*", fault: { kind: "hang" } }] });
    return { node: { url, timeout: "1s" } };
  },
  "TLS not spoken": async () => {
    const { url } = (await answering(200)).node;
    return { node: { url: url.replace("http:", "https:") } };
  },
  "host name not allowed": async () => {
    const { url } = await startNode();
    return { node: { url: url.replace("127.0.0.1", "localhost"), host_header: "node.example" } };
  },
  "file of credentials is missing": async () => {
    const { node } = await answering(200);
    return { node: { ...node, authorization: { type: "Bearer", credentials_file: "/nowhere/token" } } };
  },
  "401": () => answering(401),
  "403 of a proxy": () => answering(403, "403 Forbidden\n"),
  "wrong path": async (time) => ({ node: { url: `${(await startPatient(time)).url}/node` } }),
  "web page": () => answering(200, "<!doctype html><html><body>Welcome to nginx!</body></html>"),
  "Ethereum node": async () => {
    const { url } = await serve(async (request, response) => {
      const { id } = JSON.parse(await text(request));
      const error = { code: -32_601, message: "the method does not exist/is not available" };
      response.end(JSON.stringify({ jsonrpc: "2.0", id, error }));
    });
    return { node: { url } };
  },
  "load balancer": async (time) => {
    const [one, other] = [await startNode({ now: time.now }), await startNode({ now: time.now, seed: 2 })];
    return { node: { url: await startFront([one.url, other.url], time) } };
  },
};

test.each(Object.keys(connections))("%s: the output matches the golden file", async (name) => {
  const time = createTime();
  const config = (await connections[name]?.(time)) ?? {};
  await expect(textOf(withoutOk(await reportsOn(config, time)))).toMatchFileSnapshot(golden(name));
});

test.each<[url: string, failure: NodeFailure, detail: RegExp]>([
  ["http://localhost:9650", { code: "refused" }, /^In a container, localhost is the container/],
  ["http://10.0.0.1:9650", { code: "refused" }, /`--http-host=0\.0\.0\.0`/],
  ["http://10.0.0.1:9651", { code: "closed" }, /^Port 9651 is the staking port/],
])("the diagnosis of %s with %j has %s", (url, failure, detail) => {
  const { node } = configSchema(collectors).parse({ node: { url } });
  const { fix } = diagnose(node ?? { url, timeout: 0 }, new NodeError("", failure));
  expect(fix).toHaveLength(2);
  expect(fix[1]).toMatch(detail);
});

test("a node with an error of its own is reached", async () => {
  const message = "internal error";
  const { url } = await startNode({ faults: [{ method: "platform.getHeight", fault: { kind: "error", message } }] });
  const findings = await checkConnection({ url, timeout: callLimit }, new AbortController().signal);
  expect(findings).toMatchObject([{ check: "reachability", level: "ok" }]);
});

/** Returns the reports on a node in this scenario. Everything is watched. */
async function examineScenario(scenario: ScenarioName) {
  const time = createTime();
  const { url, simulator } = await startPatient(time, { scenario });
  return reportsOn({ node: { url }, ...everything(simulator) }, time);
}

test("the output for a healthy node matches the golden file", async () => {
  await expect(textOf(await examineScenario("healthy"))).toMatchFileSnapshot(golden("healthy"));
});

const scenarios = ["bootstrapping", "no-index", "no-health", "no-x-chain", "l1-draining"] as const;
test.each(scenarios)("the output in the scenario %s matches the golden file", async (scenario) => {
  const reports = withoutOk(await examineScenario(scenario));
  const withoutFix = reports.flatMap(({ findings }) => findings).filter(({ fix }) => fix.length === 0);
  expect(withoutFix.map(({ what }) => what)).toEqual(
    scenario === "no-index" ? ["Disabled by default on the node: the API of index."] : [],
  );
  await expect(textOf(reports)).toMatchFileSnapshot(golden(scenario));
});

type Situation = {
  readonly simulator?: SimulatorOptions;
  /** Settings in addition to node.url. */
  readonly config?: (simulator: Simulator, url: string) => object;
  readonly front?: Front;
};
const unknownId = "28DWb5xe3EhuKeRKhSTvDUCVQxUskKpHqjRAJPzupSQLPv39xm";

const situations: Readonly<Record<string, Situation>> = {
  "the clock of the node is ahead": { front: { ahead: 90 } },
  "a block from the future": {
    front: {
      alter: (method, result: object) =>
        method === "platform.getFeeState" ? { ...result, timestamp: "2026-11-21T13:00:00Z" } : result,
    },
  },
  "another network than configured": { config: (_, url) => ({ node: { url, network: "fuji" } }) },
  "unknown IDs": {
    config: ({ chain }) => ({
      watch: {
        node_ids: ["NodeID-P7oB2McjBGgW2NXXWVYjV8JEDFoW9xDE5", { id: chain.names.nodeId(7), subnet_ids: [unknownId] }],
        subnet_ids: [unknownId],
        validation_ids: [unknownId],
        blockchain_ids: [unknownId],
      },
    }),
  },
  "IDs of another kind": {
    config({ chain }) {
      const [subnet] = chain.subnets.all();
      return {
        watch: { subnet_ids: [subnet?.chain], validation_ids: [subnet?.id], blockchain_ids: [subnet?.id] },
      };
    },
  },
  "addresses of another network": {
    simulator: { network: "fuji" },
    config: () => ({ watch: { addresses: ["P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u"] } }),
  },
  "an invalid response": {
    simulator: { faults: [{ method: "platform.getFeeState", fault: { kind: "missing", field: "price" } }] },
  },
  "too many series": {
    simulator: { validators: 40 },
    config: () => ({ validators: { detail: "all" }, series_limit: 300 }),
  },
};

test.each(Object.entries(situations))("%s: the output matches the golden file", async (name, situation) => {
  const time = createTime();
  const { simulator, url } = await startPatient(time, situation.simulator, situation.front);
  const reports = await reportsOn({ node: { url }, ...situation.config?.(simulator, url) }, time);
  await expect(textOf(withoutOk(reports))).toMatchFileSnapshot(golden(name));
});

test("heavy calls that take more than a tenth of the interval are a note", () => {
  const runWith = (callMs: number, isHeavy = true) => {
    const job = { collector: { name: "p-fee" }, interval: 15_000, isHeavy };
    return { job, run: { callMs, dropped: 0 } } as FinishedRun;
  };
  expect(checkCost([runWith(1500), runWith(2000, false)])).toMatchObject([{ level: "ok" }]);
  const [{ level, why } = {}] = checkCost([runWith(2000)]);
  expect([level, why]).toEqual(["note", expect.stringContaining("the interval in effect is 20s")]);
});

test("a wrong ID hides no failure of another cause", () => {
  const run = (name: string, code: FailureCode) => ({
    job: { collector: { name } },
    run: { failed: [new NodeError(code, { code })] },
    after: { status: { kind: "failed" } },
  });
  const runs = [run("addresses", "rpc_error"), run("p-fee", "rpc_error"), run("subnets", "wrong_id")];
  const of = (key: string) => {
    const found = checkCollectors(runs as unknown as FinishedRun[], "", [problem("watched", `${key}: wrong`, "", "")]);
    return found.map(({ what }) => what.split(":")[0]);
  };
  expect([of("watch.subnet_ids"), of("watch.addresses")]).toEqual([["addresses and p-fee"], ["p-fee", "subnets"]]);
});
