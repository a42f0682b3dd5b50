/** Chooses receivers in the example for Alertmanager, as its comments describe. */

function replaceOnce(text: string, from: string, to: string): string {
  if (text.split(from).length !== 2) throw new Error(`not there exactly once: ${from}`);
  return text.replace(from, to);
}

/** Returns the example with a receiver of all alerts, and optionally another one of critical alerts. */
export function choose(text: string, receiver: string, critical?: string): string {
  const chosen = replaceOnce(text, "receiver: none # choose: ", `receiver: ${receiver} # chosen from `);
  return critical === undefined
    ? chosen
    : replaceOnce(chosen, "# receiver: pagerduty # optional", `receiver: ${critical} # optional`);
}
