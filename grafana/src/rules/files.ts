import { stringify } from "yaml";
import { alertGroups, recordingGroups } from "./groups.ts";

const generated = "# Written by npm run docs from grafana/src/rules: change it there.\n";
const toYaml = (groups: readonly object[]) => generated + stringify({ groups }, { lineWidth: 0 });

/** The rules as files: by name, relative to `grafana/`. */
export function ruleFiles(): ReadonlyMap<string, string> {
  return new Map([
    ["rules/avalanche-exporter.recording.yaml", toYaml(recordingGroups)],
    ["rules/avalanche-exporter.alerts.yaml", toYaml(alertGroups())],
  ]);
}
