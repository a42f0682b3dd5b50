/** `--owner NAME` replaces the account in package.json and in all files that are written by hand. */
import { readFile, writeFile } from "node:fs/promises";

/** Files with the account that no generator writes. `npm test` finds others. */
export const filesWithOwner = [
  "package.json",
  "docs/deployment.md",
  "docs/development/releasing.md",
  "src/tools/packaging/files/avalanche-exporter.service",
  "src/tools/packaging/files/config.yml",
  "helm/avalanche-exporter/Chart.yaml",
  "helm/avalanche-exporter/README.md",
  "helm/avalanche-exporter/values.yaml",
  "helm/avalanche-exporter-sidecar/Chart.yaml",
  "helm/avalanche-exporter-sidecar/README.md",
  "helm/avalanche-exporter-sidecar/values.yaml",
  "helm/examples/kustomize/exporter.yaml",
  "helm/examples/kustomize/kustomization.yaml",
];

/** Returns the text with another account in addresses of the repository and of the registry, where it is in lower case. */
export const withOwner = (text: string, previous: string, next: string): string =>
  text
    .replaceAll(new RegExp(`(github\\\\?\\.com/|--repo )${previous}(?=/avalanche-exporter)`, "g"), `$1${next}`)
    .replaceAll(
      new RegExp(`(ghcr\\.io/|repository: |")${previous}(?=/(?:avalanche-exporter|charts))`, "gi"),
      (_, at) => `${at}${next.toLowerCase()}`,
    );

/** Replaces the account of package.json in all files with it. */
export async function replaceOwner(next: string): Promise<void> {
  if (!/^[A-Za-z\d](?:[A-Za-z\d-]{0,37}[A-Za-z\d])?$/.test(next)) throw new Error(`"${next}" is not a GitHub account`);
  const { repository } = JSON.parse(await readFile("package.json", "utf8"));
  const [, previous = ""] = new URL(repository).pathname.split("/");
  for (const file of filesWithOwner) await writeFile(file, withOwner(await readFile(file, "utf8"), previous, next));
}
