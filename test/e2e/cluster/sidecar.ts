/** The exporter in the Pod of a real node, by the example of the library chart. */
import { cp, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { helm } from "../delivery/chart/tools.ts";
import { print } from "../delivery/support/tools.ts";
import { eventually } from "../support/programs.ts";
import { type Client, type Manifest, ownImage } from "./support/client.ts";
import { nodeName } from "./support/cluster.ts";
import type { Images } from "./support/images.ts";
import { startScraping } from "./support/scraping.ts";

const library = "avalanche-exporter-sidecar";
const namespace = "sidecar";

/** The volume that the StatefulSet claims, on the node's disk. */
const volume = (path: string) => ({
  apiVersion: "v1",
  kind: "PersistentVolume",
  metadata: { name: namespace },
  spec: {
    capacity: { storage: "500Gi" },
    accessModes: ["ReadWriteOnce"],
    claimRef: { namespace, name: "data-node-0" },
    local: { path },
    nodeAffinity: {
      required: {
        nodeSelectorTerms: [
          { matchExpressions: [{ key: "kubernetes.io/hostname", operator: "In", values: [nodeName] }] },
        ],
      },
    },
  },
});

type Container = "avalanche-exporter" | "avalanchego";
const statusOf = ({ status }: Manifest, name: Container): Manifest =>
  status.containerStatuses.find((one: Manifest) => one.name === name);

export function sidecarTests(client: () => Client, images: () => Images) {
  const readPod = async (): Promise<Manifest> =>
    JSON.parse(await client().kubectl("get", "pod", "node-0", "--namespace", namespace, "--output=json"));
  const isUp = async (value: number) => client().eventuallyHas(await readPod(), "avax_up", value);

  /** Ends the node with SIGKILL; resolves once it runs again. */
  async function killNode() {
    const { restartCount, containerID } = statusOf(await readPod(), "avalanchego");
    const tasks = await client().print("ctr", ["--namespace=k8s.io", "tasks", "list"]);
    const id = containerID.replace("containerd://", "");
    const [, pid = ""] = new RegExp(`^${id}\\s+(\\d+)`, "m").exec(tasks) ?? [];
    await client().print("kill", ["-KILL", pid]);
    await eventually("a restart of the node", async () => {
      const status = statusOf(await readPod(), "avalanchego");
      return (status.restartCount > restartCount && status.state.running) || undefined;
    });
  }

  test("the exporter is ready while the node's image is still missing", async () => {
    const { folder, createNamespace, apply, helm: run, respond, urlOf } = client();
    await cp("helm", join(folder, "helm"), { recursive: true });
    const example = join(folder, "helm/examples/avalanchego");
    await print(helm(), ["dependency", "build", example]);
    const path = join(folder, "data");
    await mkdir(path);
    await createNamespace(namespace);
    await apply(volume(path));
    const often = `--set=${library}.config.collectors.p-height.interval=1s`; // so that a change of the node is soon seen
    const values = ["--set=network=local", often, ...ownImage(`${library}.image`)];
    await run("install", "node", example, `--namespace=${namespace}`, ...values);
    await eventually("a running exporter", async () => statusOf(await readPod(), "avalanche-exporter").state.running);
    const pod = await readPod();
    await eventually("readiness", () => respond(`${urlOf(pod)}/-/ready`));
    await isUp(0);
    expect(statusOf(await readPod(), "avalanchego").state.running).toBe(undefined);
  });

  test("the node starts, the Pod is ready, and Prometheus scrapes it by the PodMonitor", async () => {
    await images().importNode();
    await client().kubectl("wait", "--for=condition=Ready", "pod/node-0", "--namespace", namespace, "--timeout=90s");
    const prometheus = await startScraping(client(), namespace);
    onTestFinished(() => prometheus.stop().then(() => {}));
    const [up] = await eventually("avax_up", async () => {
      const found = await prometheus.query("avax_up == 1");
      return found.length === 1 ? found : undefined;
    });
    expect(up).toMatchObject({ pod: "node-0", namespace });
  });

  test("from outside the Pod, the exporter and the staking port are reachable, and the HTTP port is not", async () => {
    const { curl } = client();
    const connectionRefused = 7;
    const { podIP } = (await readPod()).status;
    const codes = [10652, 9651, 9650].map(
      async (port) => (await curl(`telnet://${podIP}:${port}`, "--max-time", "1")).code,
    );
    expect((await Promise.all(codes)).map((code) => code === connectionRefused)).toEqual([false, false, true]);
  });

  test("a killed node restarts alone, and avax_up shows it", async () => {
    const exporter = statusOf(await readPod(), "avalanche-exporter").containerID;
    const [seen] = await Promise.all([isUp(0), killNode()]);
    expect(seen).toBe(true);
    await isUp(1);
    expect(statusOf(await readPod(), "avalanche-exporter").containerID).toBe(exporter);
  });
}
