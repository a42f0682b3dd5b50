/** Writes the version of a release into every file that has it: npm run release -- X.Y.Z. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Document, parseDocument } from "yaml";
import { outdatedPictures } from "../grafana/pictures.ts";

/** Files with the version in another form than JSON. Those of the charts also have its changes. */
const charts = ["helm/avalanche-exporter/Chart.yaml", "helm/avalanche-exporter-sidecar/Chart.yaml"];
const texts = ["docs/deployment.md", "docs/getting-started.md", "helm/examples/kustomize/kustomization.yaml"];
export const releasedFiles = ["package.json", "package-lock.json", "CHANGELOG.md", ...charts, ...texts];

const kinds: Readonly<Record<string, string>> = {
  CHANGE: "changed",
  FEATURE: "added",
  ENHANCEMENT: "changed",
  BUGFIX: "fixed",
};
/** Matches the newest entry of the changelog. */
const newestEntry = /^## (?<version>\S+) \/ (?<date>\S+)\n(?<notes>.*?)(?=^## |(?![\s\S]))/ms;

/** Returns the changes of the newest entry, in the format of Artifact Hub. */
function changesOf(changelog: string) {
  const { notes = "" } = newestEntry.exec(changelog)?.groups ?? {};
  return [...notes.matchAll(/^- \[(?<kind>\w+)\] (?<text>.*\n(?: {2}.*\n)*)/gm)].map(({ groups = {} }) => ({
    kind: kinds[groups["kind"] ?? ""] ?? "changed",
    description: (groups["text"] ?? "").replace(/\s+/g, " ").trim(),
  }));
}

const escaped = (text: string) => text.replace(/[.+]/g, "\\$&");

/** Returns the texts of the files for another version. `date`: of the release, as YYYY-MM-DD. */
export function withVersion(files: ReadonlyMap<string, string>, version: string, date: string): Map<string, string> {
  if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)) throw new Error(`${version}: not a version such as 1.2.3`);
  const read = (file: string) => files.get(file) ?? "";
  const changelog = read("CHANGELOG.md").replace(newestEntry, (entry, _v, old) => {
    if (old !== "unreleased")
      throw new Error("CHANGELOG.md: the newest entry is released; add one: ## X.Y.Z / unreleased");
    return entry.replace(/^## .*/, `## ${version} / ${date}`);
  });
  const previous: string = JSON.parse(read("package.json")).version;
  const replaced = (file: string) =>
    read(file).replaceAll(new RegExp(`(?<![\\w.])${escaped(previous)}(?![\\w]|\\.\\d)`, "g"), version);
  const inJson = (file: string, times: number) => {
    let left = times;
    return read(file).replace(/"version": "[^"]+"/g, (old) => (left-- > 0 ? `"version": "${version}"` : old));
  };
  const inChart = (file: string) => {
    const chart = parseDocument(replaced(file));
    chart.setIn(["annotations", "artifacthub.io/prerelease"], String(version.includes("-")));
    const changes = chart.createNode(new Document(changesOf(changelog)).toString({ lineWidth: 0 }));
    chart.setIn(["annotations", "artifacthub.io/changes"], changes);
    return chart.toString({ lineWidth: 0, flowCollectionPadding: false });
  };
  return new Map([
    ["package.json", inJson("package.json", 1)],
    ["package-lock.json", inJson("package-lock.json", 2)],
    ["CHANGELOG.md", changelog],
    ...charts.map((file) => [file, inChart(file)] as const),
    ...texts.map((file) => [file, replaced(file).replaceAll(`_${previous}_`, `_${version}_`)] as const),
  ]);
}

if (import.meta.main) {
  const root = join(import.meta.dirname, "../../..");
  const version = process.argv[2] ?? "none";
  const files = new Map(releasedFiles.map((file) => [file, readFileSync(join(root, file), "utf8")]));
  const date = new Date().toISOString().slice(0, 10);
  const outdated = await outdatedPictures();
  if (outdated.length > 0) throw new Error(outdated.join("\n"));
  for (const [file, text] of withVersion(files, version, date)) writeFileSync(join(root, file), text);
  process.stdout.write(`Now run:
  npm run check
  git commit --all --message "Release ${version}"
  git tag v${version}
  git push origin main v${version}
`);
}
