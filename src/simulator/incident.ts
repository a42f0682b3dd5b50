import { incident } from "./scenario-events.ts";

const minute = 60;
/** Seconds after the disconnection at which the alert of `grafana/rules` fires. */
const alertAfterSeconds = 10 * minute;
const alert = "the alert AvaxValidatorDisconnected fires, if Prometheus has loaded the rules in grafana/rules";

type Output = { readonly out: (text: string) => void; readonly stop: AbortSignal };

/** Announces the incident of the demonstration, and prints each event at its time until `io.stop`. */
export function announceIncident(io: Output, timeScale: number) {
  if (timeScale === 0) return;
  const events = [
    { at: incident.from, text: "validator demo-1 goes offline" },
    // alerts do not follow the simulated clock
    ...(timeScale === 1 ? [{ at: incident.from + alertAfterSeconds, text: alert }] : []),
    { at: incident.until, text: "validator demo-1 is online again" },
  ];
  const first = incident.from / minute;
  const last = incident.until / minute;
  io.out(`\nValidator demo-1 will be offline from minute ${first} to minute ${last}.\n`);
  for (const { at, text } of events) {
    const print = () => io.out(`Minute ${at / minute}: ${text}.\n`);
    const timer = setTimeout(print, Math.min((1000 * at) / timeScale, 2 ** 31 - 1));
    io.stop.addEventListener("abort", () => clearTimeout(timer));
  }
}
