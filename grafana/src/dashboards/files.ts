/** The dashboards as files: by name, relative to `grafana/`. */
export function dashboardFiles(): ReadonlyMap<string, string> {
  return new Map();
}
