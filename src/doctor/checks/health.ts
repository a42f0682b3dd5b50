import { check } from "../check.ts";
import { type Finding, note, ok } from "../finding.ts";
import { list, span } from "../words.ts";

const notYetRun = "not yet run";

/** By the check's name. */
const advice: Readonly<Record<string, string>> = {
  network: "network: has the node peers? Its port 9651 must be reached from the internet, and its way out be open.",
  diskspace: "diskspace: make room, before the node stops itself at 3 %.",
  bls: "bls: the node's BLS key is not the one that its validator was registered with: give it the right signer.key.",
  database: "database: look into the node's log, and at the disk.",
  bootstrapped: "bootstrapped: wait until it is.",
  futureupgrade:
    "futureupgrade: most of the stake runs a version with an upgrade that this one lacks: update AvalancheGo.",
  validation: "validation: a validator must not sync partially: take `--partial-sync-primary-network` away.",
};
const ofChain = (name: string) =>
  `${name}: is it the chain that waits for validators, or this node that is cut off from them?`;

export const health = check({
  name: "health",
  async gather({ ask }, { jobs }) {
    if (!jobs.some(({ collector }) => collector.name === "health")) return undefined;
    return ask("health.health", {});
  },
  judge(reply): readonly Finding[] {
    if (!reply?.value) return [];
    const ran = Object.entries(reply.value.checks).filter(([, { error }]) => error !== notYetRun);
    const failing = ran.filter(([, { error }]) => error !== undefined);
    if (failing.length === 0) return [ok(`The node's own checks are well: ${list(ran.map(([name]) => name))}.`)];
    const texts = failing.map(([name, { error, timeOfFirstFailure: since }]) => {
      const seconds = since ? (reply.received - since.getTime()) / 1000 : 0;
      return `${name}: ${error || "no reason given"}${seconds >= 1 ? `, for ${span(seconds)}` : ""}`;
    });
    return [
      note(`The node says that it is not healthy. ${texts.join("; ")}.`, {
        why: "The metrics are well, and say so too. While it lasts, the exporter asks for health every five minutes only, for each time the node logs a warning.",
        fix: failing.map(([name]) => advice[name] ?? ofChain(name)),
      }),
    ];
  },
});
