import { type Check, note, ok } from "../check.ts";
import { list, span } from "../words.ts";

const notYetRun = "not yet run";

/** By the name of the node's check. */
const advice: Readonly<Record<string, string>> = {
  network: "has the node peers? Its port 9651 must be reached from the internet, and its way out be open.",
  diskspace: "make room, before the node stops itself at 3 %.",
  bls: "the node's BLS key is not the one that its validator was registered with: give it the right signer.key.",
  database: "look into the node's log, and at the disk.",
  bootstrapped: "wait until it is.",
  futureupgrade: "most of the stake runs a version with an upgrade that this one lacks: update AvalancheGo.",
  validation: "a validator must not sync partially: take `--partial-sync-primary-network` away.",
};
const ofChain = "is it the chain that waits for validators, or this node that is cut off from them?";

export const health: Check = {
  name: "health",
  async run({ ask, isOn }) {
    if (!isOn("health")) return [];
    const { value, received } = await ask("health.health", {});
    if (!value) return [];
    const ran = Object.entries(value.checks).filter(([, { error }]) => error !== notYetRun);
    const failing = ran.filter(([, { error }]) => error !== undefined);
    if (failing.length === 0) return ok(`The node's own checks are well: ${list(ran.map(([name]) => name))}.`);
    const texts = failing.map(([name, { error, timeOfFirstFailure: since }]) => {
      const seconds = since ? (received - since.getTime()) / 1000 : 0;
      return `${name}: ${error || "no reason given"}${seconds >= 1 ? `, for ${span(seconds)}` : ""}`;
    });
    return note(
      `The node says that it is not healthy. ${texts.join("; ")}.`,
      "The metrics are well, and say so too. While it lasts, the exporter asks for health every five minutes only, for each time the node logs a warning.",
      ...failing.map(([name]) => `${name}: ${advice[name] ?? ofChain}`),
    );
  },
};
