/** Checks the listen address of the exporter. */
import { type Finding, ok, problem } from "./check.ts";

/** `locked`: a server requires authentication. `other`: another program uses the address. `impossible`: no program can listen
 *  there. */
export type Listening =
  | { readonly kind: "free" | "exporter" | "locked" | "other" }
  | { readonly kind: "impossible"; readonly because: string };

/** Returns the finding on the listen address, shown as configured. */
export function checkListenAddress(listening: Listening, address: string): Finding {
  const another =
    "Use another address: `--web.listen-address :9653`, and update the scrape configuration of Prometheus.";
  const why = "The exporter cannot start on this machine.";
  switch (listening.kind) {
    case "free":
      return ok(`${address} is free: no exporter is running there.`);
    case "exporter":
      return ok(`An exporter is running at ${address}.`);
    case "locked":
      return ok(`${address} requires authentication; it is probably a running exporter.`);
    case "other":
      return problem(`Another program is using ${address}.`, why, "Find the program: `ss -ltnp`.", another);
    case "impossible":
      return problem(`Cannot listen on ${address}: ${listening.because}.`, why, another);
  }
}
