/** Publishes a release: charts, npm package, signatures, and the names of the image, which its registry has by digest. Needs
 *  the files of `npm run build` and `npm run package`, and no other package: its job can sign. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { parseArgs, promisify } from "node:util";
import packageJson from "../../../package.json" with { type: "json" };
import { findProgram } from "./programs.ts";

const { version } = packageJson;
export const charts = ["avalanche-exporter", "avalanche-exporter-sidecar"];

export type Release = {
  /** Folder with `npm` and `artifacts`. */
  readonly folder: string;
  /** Repository and digest of the image. */
  readonly image: string;
  /** Repository of the charts, without their names. */
  readonly repository: string;
};

/** Additional arguments of the programs. */
export type Arguments = Readonly<Record<"cosign" | "helm" | "npm", readonly string[]>>;

/** Signs the image before it gets its names. Publishes the npm package last: npm accepts a version only once. */
export async function publish({ folder, image, repository }: Release, more: Arguments) {
  const artifacts = join(folder, "artifacts");
  const print = async (program: string, ...args: readonly string[]) => {
    const { stdout, stderr } = await promisify(execFile)(program, args);
    return `${stdout}${stderr}`;
  };
  const cosign = (...args: readonly string[]) => print(findProgram("cosign"), ...args, "--yes", ...more.cosign);
  await cosign("sign", "--recursive", image);
  await print(findProgram("oras"), "tag", image, version, version.replace(/\.\d+$/, ""), "latest");
  for (const chart of charts) {
    const archive = join(artifacts, `${chart}-${version}.tgz`);
    const pushed = await print(findProgram("helm"), "push", archive, `oci://${repository}`, ...more.helm);
    await cosign("sign", `${repository}/${chart}@${/^Digest: (\S+)$/m.exec(pushed)?.[1]}`);
  }
  await cosign("sign-blob", "--bundle", join(artifacts, "SHA256SUMS.sigstore.json"), join(artifacts, "SHA256SUMS"));
  await print("npm", "publish", join(folder, "npm"), "--access=public", ...more.npm);
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { image: { type: "string" }, charts: { type: "string" } } });
  const { image, charts: repository } = values;
  if (!image?.includes("@") || repository === undefined)
    throw new Error("usage: publish.ts --image REPOSITORY@DIGEST --charts REPOSITORY");
  const helm = ["--registry-config", join(process.env["HOME"] ?? "", ".docker/config.json")];
  await publish(
    { folder: join(import.meta.dirname, "../../../dist"), image, repository },
    { cosign: [], helm, npm: ["--provenance"] },
  );
}
