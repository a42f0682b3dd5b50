/** Address and paths of the HTTP server. */
import { isIPv6 } from "node:net";
import { errorCode } from "../node-api/errors.ts";

export const maxPort = 65_535;
/** Port on which the exporter listens by default. */
export const defaultPort = 10_652;

/** An address to listen on. An undefined host means all interfaces. */
export type ListenAddress = { readonly host: string | undefined; readonly port: number };

const loopback: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "::": "::1" };

/** Returns the base URL of a listener on this address, as seen from the same machine. */
export function localUrl({ host = "0.0.0.0", port }: ListenAddress, scheme: "http" | "https" = "http"): string {
  const name = loopback[host] ?? host;
  return `${scheme}://${name.includes(":") ? `[${name}]` : name}:${port}`;
}

const listenErrorMessages: Readonly<Record<string, string>> = {
  EADDRINUSE: "address already in use: is another instance running?",
  EADDRNOTAVAIL: "address not available on this machine",
  EACCES: "permission denied: ports below 1024 require elevated privileges",
};
export function listenErrorMessage(error: unknown): string {
  const code = errorCode(error) ?? String(error);
  return listenErrorMessages[code] ?? code;
}

/** Returns whether the text is a host name or IP address, with an optional port, as in a Host header. */
export function isAuthority(text: string): boolean {
  const match = /^(?:\[([^[\]]*)\]|[\w.-]+)(?::(\d+))?$/.exec(text);
  if (!match) return false;
  const [, ipv6, port = "0"] = match;
  return Number(port) <= maxPort && (ipv6 === undefined || isIPv6(ipv6));
}

/** Paths of the server, apart from that of the metrics, which is a setting. */
export const paths = {
  statusPage: "/",
  status: "/status.json",
  probe: "/probe",
  discovery: "/sd",
  healthy: "/-/healthy",
  ready: "/-/ready",
  reload: "/-/reload",
} as const;

/** Returns whether a path is one of the server, or below the management path `/-/`. */
export const isReserved = (path: string): boolean =>
  Object.values<string>(paths).includes(path) || path.startsWith("/-/") || path === "/-";
