import type { networkInterfaces } from "node:os";

const faults: Readonly<Record<string, string>> = {
  EADDRINUSE: "the port is taken: does it run already?",
  EADDRNOTAVAIL: "this machine has no such address",
  EACCES: "ports below 1024 need a privilege",
};

/** Every address of the machine: IPv6's covers both, but where there is no IPv6 it cannot be listened on. */
export const everyAddress = (interfaces: ReturnType<typeof networkInterfaces>): "::" | "0.0.0.0" =>
  Object.values(interfaces).some((addresses) => addresses?.some(({ family }) => family === "IPv6")) ? "::" : "0.0.0.0";

/** Why a server cannot listen, in words. */
export function listeningFault(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
  return faults[code] ?? code;
}
