import type { networkInterfaces } from "node:os";
import type { ListenAddress } from "../config/values.ts";
import { codeOf } from "../node/errors.ts";

const listenErrorMessages: Readonly<Record<string, string>> = {
  EADDRINUSE: "address already in use: is another instance running?",
  EADDRNOTAVAIL: "address not available on this machine",
  EACCES: "permission denied: ports below 1024 require elevated privileges",
};

/** Every address of the machine: IPv6's covers both, but where there is no IPv6 it cannot be listened on. */
export const wildcardHost = (interfaces: ReturnType<typeof networkInterfaces>): "::" | "0.0.0.0" =>
  Object.values(interfaces).some((addresses) => addresses?.some(({ family }) => family === "IPv6")) ? "::" : "0.0.0.0";

/** Where one who listens everywhere is found. */
const loopback: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "::": "::1" };

/** The base URL at which a listener on this address is found from its own machine. */
export function localUrl({ host = "0.0.0.0", port }: ListenAddress, scheme: "http" | "https" = "http"): string {
  const name = loopback[host] ?? host;
  return `${scheme}://${name.includes(":") ? `[${name}]` : name}:${port}`;
}

/** Why a server cannot listen, in words. */
export function listenErrorMessage(error: unknown): string {
  const code = codeOf(error) ?? String(error);
  return listenErrorMessages[code] ?? code;
}
