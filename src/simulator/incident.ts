import type { Chain } from "./chain.ts";
import { incident } from "./scenario-events.ts";
import { offlineNode } from "./stakers.ts";

const minute = 60;
const pollMs = 1000;

type Output = { readonly out: (text: string) => void; readonly stop: AbortSignal };
type Simulated = Pick<Chain, "now"> & {
  readonly primary: { readonly validators: readonly { readonly node: number; readonly connected: boolean }[] };
};

/** Announces the incident of the demonstration. Prints each change of the connection of the validator until `io.stop`. */
export function announceIncident(io: Output, { primary, now }: Simulated, timeScale: number) {
  if (timeScale === 0) return;
  const isOnline = () => primary.validators.find(({ node }) => node === offlineNode)?.connected;
  const start = now();
  let known = isOnline();
  io.out(
    `\nValidator demo-1 will be offline from minute ${incident.from / minute} to minute ${incident.until / minute}.\n`,
  );
  const timer = setInterval(() => {
    const current = isOnline();
    if (current === undefined || current === known) return;
    known = current;
    const at = Math.floor((now() - start) / (1000 * minute));
    io.out(`Minute ${at}: validator demo-1 ${current ? "is online again" : "goes offline"}.\n`);
  }, pollMs);
  io.stop.addEventListener("abort", () => clearInterval(timer));
}
