/** The rules as files: by name, relative to `grafana/`. */
export function ruleFiles(): ReadonlyMap<string, string> {
  return new Map();
}
