import { errorCode } from "../../node-api/errors.ts";
import type { ListenAddress } from "../config/values.ts";

const listenErrorMessages: Readonly<Record<string, string>> = {
  EADDRINUSE: "address already in use: is another instance running?",
  EADDRNOTAVAIL: "address not available on this machine",
  EACCES: "permission denied: ports below 1024 require elevated privileges",
};

const loopback: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "::": "::1" };

/** Returns the base URL of a listener on this address, as seen from the same machine. */
export function localUrl({ host = "0.0.0.0", port }: ListenAddress, scheme: "http" | "https" = "http"): string {
  const name = loopback[host] ?? host;
  return `${scheme}://${name.includes(":") ? `[${name}]` : name}:${port}`;
}

export function listenErrorMessage(error: unknown): string {
  const code = errorCode(error) ?? String(error);
  return listenErrorMessages[code] ?? code;
}
