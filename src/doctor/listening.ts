/** The exporter's own address. */
import { type Finding, ok, problem } from "./check.ts";

/** `locked`: a server answers that demands a password. `other`: another program has the address. `impossible`: no program can
 *  listen there. */
export type Listening =
  | { readonly kind: "free" | "exporter" | "locked" | "other" }
  | { readonly kind: "impossible"; readonly because: string };

/** Returns the finding on the exporter's address, which is shown as it is configured. */
export function judgeListening(listening: Listening, address: string): Finding {
  const another = "Take another: `--web.listen-address :9653`, and tell Prometheus.";
  const why = "The exporter would not start here.";
  switch (listening.kind) {
    case "free":
      return ok(`${address} is free: no exporter runs there now.`);
    case "exporter":
      return ok(`An exporter answers at ${address}.`);
    case "locked":
      return ok(`Somebody answers at ${address}, and lets in only whom it knows: the exporter, by the look of it.`);
    case "other":
      return problem(`Another program has ${address}.`, why, "See which: `ss -ltnp`.", another);
    case "impossible":
      return problem(`Nobody can listen at ${address}: ${listening.because}.`, why, another);
  }
}
