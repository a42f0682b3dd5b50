/** The chart's Deployment. */
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { type Client, chart, type Manifest, ownImage } from "./support/client.ts";
import { registry } from "./support/images.ts";
import { simulatedNode } from "./support/simulated-node.ts";

const namespace = "avalanche";

/** The commands of the chapter Kubernetes that need no registry. */
async function documented(): Promise<readonly string[]> {
  const text = await readFile("docs/deployment.md", "utf8");
  const [, block = ""] = /^## Kubernetes\n.*?^```\n(.*?)^```$/ms.exec(text) ?? [];
  const lines = block.replaceAll("\\\n", "").trim().split("\n");
  return lines.filter((line) => line.startsWith("helm ")).map((line) => line.replaceAll("REGISTRY", registry));
}

/** Kinds whose objects come and go without a release. */
const passing = /^(events|endpoints|endpointslices|leases|pods\.metrics)\b/;
async function objectsIn({ kubectl }: Client) {
  const kinds = await kubectl("api-resources", "--namespaced", "--verbs=list", "--output=name");
  const lasting = kinds.split("\n").filter((kind) => kind !== "" && !passing.test(kind));
  const names = await kubectl("get", lasting.join(","), "--namespace", namespace, "--output=name");
  return names.trim().split("\n").sort();
}

const onlyOne = (pods: readonly Manifest[]): Manifest => {
  expect(pods.length).toBe(1);
  return pods[0];
};

export function deploymentTests(client: () => Client) {
  const release = (name: string) => `app.kubernetes.io/instance=${name}`;
  const podOf = async (name: string) => onlyOne(await client().pods(namespace, release(name)));
  let before: readonly string[];

  test("the commands of the deployment chapter install it, and its Pod reports a node behind a Service", async () => {
    const { apply, createNamespace, type, eventuallyHas, kubectl } = client();
    await createNamespace(namespace);
    await apply(...simulatedNode(namespace, "avalanchego", { flags: ["--validators=1500"] }));
    await kubectl("wait", "--for=condition=Ready", "pod/avalanchego", "--namespace", namespace, "--timeout=60s");
    before = await objectsIn(client());
    const commands = await documented();
    expect(commands.map((line) => line.split(" ").slice(0, 2).join(" "))).toEqual(["helm install", "helm test"]);
    for (const line of commands) expect(await type(line), line).toMatchObject({ code: 0 });
    await eventuallyHas(await podOf("watch"), "avax_up", 1);
  });

  test("a new configuration brings a new Pod; the old one responds until the new one is ready", async () => {
    const { helm, page, curl, urlOf } = client();
    const old = await podOf("watch");
    const change = ["--reuse-values", "--set=config.log.level=debug", "--wait"];
    let isUpgraded = false;
    const upgrade = helm("upgrade", "watch", chart, `--namespace=${namespace}`, ...change);
    const finished = upgrade.finally(() => {
      isUpgraded = true;
    });
    const responses: boolean[] = [];
    while (!isUpgraded && (await client().pods(namespace, release("watch"))).some(isSame(old)))
      responses.push((await curl(`${urlOf(old)}/metrics`)).code === 0);
    await finished;
    expect(responses.length).toBeGreaterThan(3);
    expect(responses.slice(0, -1)).not.toContain(false);
    const next = await podOf("watch");
    expect(next.metadata.name).not.toBe(old.metadata.name);
    expect((await page(next)).value("avax_up")).toBeDefined();
  });

  test("a wrong value is refused, and nothing changes", async () => {
    const { helmEnd, helm } = client();
    const upgrade = ["upgrade", "watch", chart, `--namespace=${namespace}`, "--reuse-values"];
    const { code, err } = await helmEnd(...upgrade, "--set=config.node.timeout=soon");
    expect([code, err]).toEqual([1, expect.stringContaining("/config/node/timeout")]);
    const history = JSON.parse(await helm("history", "watch", `--namespace=${namespace}`, "--output=json"));
    expect(history.map(({ status }: Manifest) => status)).toEqual(["superseded", "deployed"]);
  });

  test("as another user, with all 1,500 validators, it stays within the memory limit", async () => {
    const { helm, eventuallyHas, kubectl, respond, urlOf } = client();
    const security = ["runAsUser=1000660000", "runAsGroup=0"].map((pair) => `--set=podSecurityContext.${pair}`);
    const all = ["--set=config.node.url=http://avalanchego:9650", "--set=config.validators.detail=all"];
    await helm("install", "large", chart, `--namespace=${namespace}`, ...ownImage(), ...security, ...all, "--wait");
    const pod = await podOf("large");
    await eventuallyHas(pod, 'avax_exporter_collector_success{collector="p-validators"}', 1);
    const user = [
      "exec",
      pod.metadata.name,
      "--namespace",
      namespace,
      "--",
      "/nodejs/bin/node",
      "-p",
      "process.getuid()",
    ];
    expect((await kubectl(...user)).trim()).toBe("1000660000");
    const scrapes = ["--compressed", "--parallel", "--parallel-max", "20", "--max-time", "60", "--output", "/dev/null"];
    await respond(`${urlOf(pod)}/metrics?[1-200]`, ...scrapes);
    expect(await respond(`${urlOf(pod)}/metrics`)).toMatch(/^avax_validator_weight\{/m);
    const [status] = (await podOf("large")).status.containerStatuses;
    expect([status.restartCount, status.lastState, pod.spec.containers[0].resources.limits.memory]).toEqual([
      0,
      {},
      "384Mi",
    ]);
  });

  test("helm uninstall leaves nothing", async () => {
    const { helm, kubectl } = client();
    for (const name of ["watch", "large"]) await helm("uninstall", name, `--namespace=${namespace}`, "--wait");
    await kubectl(
      "wait",
      "--for=delete",
      "pod",
      "--namespace",
      namespace,
      "--selector=app.kubernetes.io/name",
      "--timeout=60s",
    );
    expect(await objectsIn(client())).toEqual(before);
  });
}

const isSame = (pod: Manifest) => (other: Manifest) => other.metadata.uid === pod.metadata.uid;
