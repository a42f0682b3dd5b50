/** The images of the Pods, in the containerd of a cluster. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import packageJson from "../../../../package.json" with { type: "json" };
import { freePort } from "../../../support/ports.ts";
import { oneProgram } from "../../delivery/support/stand-ins.ts";
import { print } from "../../delivery/support/tools.ts";
import { openWorkshop } from "../../delivery/support/workshop.ts";
import { startOciRegistry } from "../../release/oci-registry.ts";
import { avalanchego } from "../../support/programs.ts";
import { type Cluster, sandboxImage } from "./cluster.ts";

const port = 5000;
/** The registry of the cluster, as its node reaches it. */
export const registry = `localhost:${port}`;
export const exporterImage = `${registry}/avalanche-exporter:${packageJson.version}`;
const { appVersion } = parse(readFileSync("helm/examples/avalanchego/Chart.yaml", "utf8"));
/** The image of the examples. Here it has the newest release that can be installed. */
const nodeImage = `docker.io/avaplatform/avalanchego:${appVersion}`;

/** Settings of a node without peers. As variables of the image, they need no change to the manifests. */
const alone = ["AVAGO_SYBIL_PROTECTION_ENABLED=false", "AVAGO_PUBLIC_IP=127.0.0.1", "AVAGO_FD_LIMIT=8192"];

/** Pushes the image of the exporter to a registry, and imports the other images, but for that of the node: `importNode`
 *  does that. */
export async function provideImages({ folder, print: run, start: startInCluster }: Cluster) {
  const workshop = await openWorkshop();
  const storage = join(folder, "registry");
  const outsidePort = await freePort();
  const outside = `localhost:${outsidePort}`;
  const first = await startOciRegistry(storage, outsidePort);
  const load = (name: string) => run("ctr", ["--namespace=k8s.io", "images", "import", join(folder, name)]);
  try {
    const sleep = (await print("which", ["sleep"])).trim();
    await workshop.saveTree(
      sandboxImage,
      join(folder, "sandbox.tar"),
      (root) => oneProgram(root, "/sleep", sleep),
      '--entrypoint=["/sleep", "infinity"]',
    );
    await workshop.push(exporterImage.replace(registry, outside), { SOURCE_DATE_EPOCH: "1700000000" }, ["amd64"]);
    await workshop.saveTree(
      nodeImage,
      join(folder, "node.tar"),
      (root) => oneProgram(root, "/avalanchego/build/avalanchego", avalanchego()),
      ...alone.map((variable) => `--env=${variable}`),
    );
  } finally {
    await workshop.close();
  }
  await first.stop();
  await startOciRegistry(storage, port, startInCluster);
  await load("sandbox.tar");
  return { importNode: () => load("node.tar") };
}
export type Images = Awaited<ReturnType<typeof provideImages>>;
