/** The images of the Pods, in the containerd of a cluster. */
import { join } from "node:path";
import packageJson from "../../../../package.json" with { type: "json" };
import { oneProgram } from "../../delivery/support/stand-ins.ts";
import { print } from "../../delivery/support/tools.ts";
import { openWorkshop } from "../../delivery/support/workshop.ts";
import { avalanchego, newest } from "../../support/programs.ts";
import { type Cluster, sandboxImage } from "./cluster.ts";

/** A registry that cannot be reached: the images are there already. */
export const registry = "registry.example";
export const exporterImage = `${registry}/avalanche-exporter:${packageJson.version}`;
const nodeImage = `docker.io/avaplatform/avalanchego:${newest}`;

/** Settings of a node without peers. As variables of the image, they need no change to the manifests. */
const alone = ["AVAGO_SYBIL_PROTECTION_ENABLED=false", "AVAGO_PUBLIC_IP=127.0.0.1", "AVAGO_FD_LIMIT=8192"];

/** Builds the images and imports them, but for that of the node: `importNode` does that. */
export async function provideImages({ folder, print: run }: Cluster) {
  const workshop = await openWorkshop();
  const load = (name: string) => run("ctr", ["--namespace=k8s.io", "images", "import", join(folder, name)]);
  try {
    const sleep = (await print("which", ["sleep"])).trim();
    await workshop.saveTree(
      sandboxImage,
      join(folder, "sandbox.tar"),
      (root) => oneProgram(root, "/sleep", sleep),
      '--entrypoint=["/sleep", "infinity"]',
    );
    await workshop.save(exporterImage, join(folder, "exporter.tar"), { SOURCE_DATE_EPOCH: "1700000000" });
    await workshop.saveTree(
      nodeImage,
      join(folder, "node.tar"),
      (root) => oneProgram(root, "/avalanchego/build/avalanchego", avalanchego(newest)),
      ...alone.map((variable) => `--env=${variable}`),
    );
  } finally {
    await workshop.close();
  }
  await load("sandbox.tar");
  await load("exporter.tar");
  return { importNode: () => load("node.tar") };
}
export type Images = Awaited<ReturnType<typeof provideImages>>;
