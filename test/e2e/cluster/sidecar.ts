/** The exporter in the Pod of a real node, as an ordinary container, as a native sidecar, and by Kustomize. */
import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { stringify } from "yaml";
import { registryOwner } from "../../../src/repository.ts";
import { helm } from "../delivery/chart/tools.ts";
import { print } from "../delivery/support/tools.ts";
import { eventually } from "../support/programs.ts";
import { type Client, type Manifest, ownImage } from "./support/client.ts";
import { nodeName } from "./support/cluster.ts";
import { exporterImage, type Images } from "./support/images.ts";

const library = "avalanche-exporter-sidecar";
/** So that a change of the node is soon seen. */
const often = { "config.collectors.p-height.interval": "1s" };

type Way = {
  readonly name: string;
  readonly isNative: boolean;
  readonly install: (client: Client, folder: string) => Promise<unknown>;
};

async function installChart({ helm: run }: Client, namespace: string, chart: string) {
  const values = Object.entries(often).map(([key, value]) => `--set=${library}.${key}=${value}`);
  await run(
    "install",
    "node",
    chart,
    `--namespace=${namespace}`,
    "--set=network=local",
    ...values,
    ...ownImage(`${library}.image`),
  );
}

const ways: readonly Way[] = [
  {
    name: "ordinary",
    isNative: false,
    install: (client, helmFolder) => installChart(client, "ordinary", join(helmFolder, "examples/avalanchego")),
  },
  {
    name: "native",
    isNative: true,
    async install(client, helmFolder) {
      const chart = join(helmFolder, "examples/native");
      await cp(join(helmFolder, "examples/avalanchego"), chart, { recursive: true });
      const file = join(chart, "templates/statefulset.yaml");
      const text = await readFile(file, "utf8");
      const [container = ""] = /.*sidecar\.container.*\n/.exec(text) ?? [];
      const sidecar = `      initContainers:\n${container.replace("sidecar.container", "sidecar.nativeSidecar")}`;
      await writeFile(file, text.replace(container, "").replace("      containers:\n", `${sidecar}$&`));
      await installChart(client, "native", chart);
    },
  },
  {
    name: "kustomized",
    isNative: false,
    async install({ kubectl }, helmFolder) {
      const overlay = join(helmFolder, "examples/overlay");
      await mkdir(overlay);
      const [, newName, newTag] = /^(.*):(.*)$/.exec(exporterImage) ?? [];
      const config = await readFile(join(helmFolder, "examples/kustomize/config.yml"), "utf8");
      await writeFile(join(overlay, "config.yml"), `${config}collectors:\n  p-height:\n    interval: 1s\n`);
      const kustomization = {
        namespace: "kustomized",
        resources: ["../kustomize"],
        images: [{ name: `ghcr.io/${registryOwner}/avalanche-exporter`, newName, newTag }],
        configMapGenerator: [
          {
            name: "node-avalanche-exporter",
            behavior: "merge",
            files: ["config.yml"],
            options: { disableNameSuffixHash: true },
          },
        ],
        patches: [
          {
            target: { kind: "StatefulSet" },
            patch: JSON.stringify([
              { op: "replace", path: "/spec/template/spec/containers/1/args/0", value: "--network-id=local" },
            ]),
          },
        ],
      };
      await writeFile(join(overlay, "kustomization.yaml"), stringify(kustomization));
      await kubectl("apply", "--kustomize", overlay);
    },
  },
];

/** The volume that a StatefulSet claims, on the node's disk. */
const volume = (namespace: string, path: string) => ({
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

const statusesOf = ({ status }: Manifest): Manifest[] => [
  ...(status.initContainerStatuses ?? []),
  ...(status.containerStatuses ?? []),
];
type Container = "avalanche-exporter" | "avalanchego";
const statusOf = (pod: Manifest, name: Container): Manifest => statusesOf(pod).find((status) => status.name === name);

export function sidecarTests(client: () => Client, images: () => Images) {
  const podOf = async ({ name }: Way): Promise<Manifest> => {
    const { kubectl } = client();
    return JSON.parse(await kubectl("get", "pod", "node-0", "--namespace", name, "--output=json"));
  };
  const everyWay = (check: (way: Way) => Promise<void>, chosen = ways) => Promise.all(chosen.map(check));
  const isUp = async (way: Way, value: number) => client().eventuallyHas(await podOf(way), "avax_up", value);

  /** The process of a container, as containerd has it. */
  async function taskOf(pod: Manifest, name: Container) {
    const id = statusOf(pod, name).containerID.replace("containerd://", "");
    const tasks = await client().print("ctr", ["--namespace=k8s.io", "tasks", "list"]);
    const [, pid, status] = new RegExp(`^${id}\\s+(\\d+)\\s+(\\w+)`, "m").exec(tasks) ?? [];
    return pid === undefined ? undefined : { pid, status };
  }

  /** Ends a container with SIGKILL; resolves once it runs again. */
  async function kill(way: Way, name: Container) {
    const pod = await podOf(way);
    const { restartCount } = statusOf(pod, name);
    const task = await taskOf(pod, name);
    await client().print("kill", ["-KILL", String(task?.pid)]);
    await eventually(`a restart of ${name}`, async () => {
      const status = statusOf(await podOf(way), name);
      return (status.restartCount > restartCount && status.state.running) || undefined;
    });
  }

  test("the exporter is ready while the node's image is still missing", async () => {
    const { folder, createNamespace, apply, respond, urlOf } = client();
    const helmFolder = join(folder, "helm");
    await cp("helm", helmFolder, { recursive: true });
    await print(helm(), ["dependency", "build", join(helmFolder, "examples/avalanchego")]);
    await everyWay(async (way) => {
      const path = join(folder, `data-${way.name}`);
      await mkdir(path);
      await createNamespace(way.name);
      await apply(volume(way.name, path));
      await way.install(client(), helmFolder);
      await eventually(
        "a running exporter",
        async () => statusOf(await podOf(way), "avalanche-exporter").state.running,
      );
      const pod = await podOf(way);
      await eventually("readiness", () => respond(`${urlOf(pod)}/-/ready`));
      await isUp(way, 0);
      expect(statusOf(await podOf(way), "avalanchego").state.running).toBe(undefined);
    });
  });

  test("the node starts, the Pod is ready, and avax_up is 1", async () => {
    await images().importNode();
    await everyWay(async (way) => {
      await client().kubectl("wait", "--for=condition=Ready", "pod/node-0", "--namespace", way.name, "--timeout=90s");
      await isUp(way, 1);
      expect(statusesOf(await podOf(way)).map(({ restartCount }) => restartCount)).toEqual([0, 0]);
    });
  });

  test("from outside the Pod, the exporter and the staking port are reachable, and the HTTP port is not", async () => {
    const { curl } = client();
    const connectionRefused = 7;
    await everyWay(async (way) => {
      const { podIP } = (await podOf(way)).status;
      const codes = [10652, 9651, 9650].map(
        async (port) => (await curl(`telnet://${podIP}:${port}`, "--max-time", "1")).code,
      );
      expect((await Promise.all(codes)).map((code) => code === connectionRefused)).toEqual([false, false, true]);
    });
  });

  test("a killed exporter restarts alone", () =>
    everyWay(async (way) => {
      await kill(way, "avalanche-exporter");
      await isUp(way, 1);
      expect(statusOf(await podOf(way), "avalanchego").restartCount).toBe(0);
    }));

  test("a killed node restarts alone, and avax_up shows it", () =>
    everyWay(async (way) => {
      const exporter = statusOf(await podOf(way), "avalanche-exporter").containerID;
      const [seen] = await Promise.all([isUp(way, 0), kill(way, "avalanchego")]);
      expect(seen).toBe(true);
      await isUp(way, 1);
      expect(statusOf(await podOf(way), "avalanche-exporter").containerID).toBe(exporter);
    }));

  test("when the Pod is deleted, a native sidecar responds until the node has ended", () =>
    everyWay(
      async (way) => {
        const { kubectl, print: run, curl, urlOf } = client();
        const pod = await podOf(way);
        const signal = async (name: string) => run("kill", [name, String((await taskOf(pod, "avalanchego"))?.pid)]);
        await signal("-STOP");
        await kubectl("scale", "statefulset/node", "--namespace", way.name, "--replicas=0");
        await eventually("the deletion", async () => (await podOf(way)).metadata.deletionTimestamp);
        const responses: boolean[] = [];
        for (;;) {
          const { code } = await curl(`${urlOf(pod)}/metrics`);
          if ((await taskOf(pod, "avalanchego"))?.status !== "RUNNING") break;
          responses.push(code === 0);
          if (responses.length === 10) await signal("-CONT");
        }
        expect(responses.length).toBeGreaterThanOrEqual(10);
        expect(responses).not.toContain(false);
        await kubectl("wait", "--for=delete", "pod/node-0", "--namespace", way.name, "--timeout=60s");
      },
      ways.filter(({ isNative }) => isNative),
    ));
}
