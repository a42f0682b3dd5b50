/** The SBOM of a program: what is compiled into it. */
import { relative } from "node:path";
import packageJson from "../../../package.json" with { type: "json" };
import lock from "../../../package-lock.json" with { type: "json" };
import { readPackage, root } from "./bundle.ts";

type Locked = { readonly version?: string; readonly integrity?: string };

/** Returns a component of a license and, if it is known, with the SHA-512 of its package in the form of npm. */
function componentOf(purl: string, name: string, version: string, license: string, integrity?: string) {
  const checksum = integrity?.replace("sha512-", "");
  return {
    "bom-ref": purl,
    type: "library",
    name,
    version,
    purl,
    ...(checksum && { hashes: [{ alg: "SHA-512", content: Buffer.from(checksum, "base64").toString("hex") }] }),
    licenses: [{ license: { id: license } }],
  };
}
const npm = (name: string, version: string) => `pkg:npm/${name.replace("@", "%40")}@${version}`;

/** Returns the SBOM as CycloneDX. `folders`: of the packages in the bundle. `node`: version of the Node.js that is distributed with it. */
export function createSbom(folders: readonly string[], node?: string): string {
  const locked: Readonly<Record<string, Locked>> = lock.packages;
  const packages = folders.map((folder) => {
    const { name, version, license } = readPackage(folder);
    return componentOf(npm(name, version), name, version, license, locked[relative(root, folder)]?.integrity);
  });
  const runtime = node && {
    ...componentOf(`pkg:generic/node@${node}`, "node", node, "MIT"),
    cpe: `cpe:2.3:a:nodejs:node.js:${node}:*:*:*:*:*:*:*`,
  };
  const { name, version, license } = packageJson;
  const sbom = {
    $schema: "http://cyclonedx.org/schema/bom-1.5.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.5",
    version: 1,
    metadata: {
      timestamp: new Date(Number(process.env["SOURCE_DATE_EPOCH"] ?? 0) * 1000).toISOString(),
      component: { ...componentOf(npm(name, version), name, version, license), type: "application" },
    },
    components: [...packages, ...(runtime ? [runtime] : [])],
  };
  return JSON.stringify(sbom, null, 1);
}
