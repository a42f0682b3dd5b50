/** Paths of the HTTP server, apart from that of the metrics, which is a setting. */
export const paths = {
  statusPage: "/",
  status: "/status.json",
  probe: "/probe",
  discovery: "/sd",
  healthy: "/-/healthy",
  ready: "/-/ready",
  reload: "/-/reload",
} as const;
const all: readonly string[] = Object.values(paths);

/** Returns whether a path is one of the server, or below the management path `/-/`. */
export const isReserved = (path: string): boolean => all.includes(path) || path.startsWith("/-/") || path === "/-";
