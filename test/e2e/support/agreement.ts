/** Compares the exporter's page with the node's responses. */
import { expect } from "vitest";
import { pollLimit } from "../../support/limits.ts";
import type { Asked } from "./avalanche-node.ts";
import { differences, expectedSeries, none, type Watched } from "./expected.ts";
import type { Exporter } from "./exporter.ts";

/** Passes once a run has collected the values that the node returns both before and after the page is read. */
export const expectAgreement = (node: Asked, exporter: Pick<Exporter, "page">, watched: Watched) =>
  expect
    .poll(
      async () => {
        const before = await expectedSeries(node, watched);
        const page = await exporter.page();
        const after = differences(page, await expectedSeries(node, watched));
        return { before: differences(page, before), after };
      },
      { interval: 500, timeout: pollLimit },
    )
    .toEqual({ before: none, after: none });

/** As flags: for what has no alias, and for nodes on the primary network. */
export const flagsOf = (watched: Watched): string[] => [
  "--no-watch.own",
  ...list(
    "watch.node-id",
    watched.nodes?.map(({ id }) => id),
  ),
  ...list(
    "watch.subnet-id",
    watched.subnets?.map(({ id }) => id),
  ),
  ...list("watch.validation-id", watched.validationIds),
  ...list("watch.blockchain-id", watched.blockchainIds),
  ...list("watch.address", watched.addresses),
  ...list("watch.evm-address", watched.evmAddresses),
  ...(watched.detail ? [`--validators.detail=${watched.detail}`] : []),
  ...(watched.blockchains ? ["--collector.blockchains"] : []),
  ...(watched.admin ? ["--collector.admin"] : []),
];
const list = (flag: string, values: readonly string[] = []) => (values.length > 0 ? [`--${flag}=${values}`] : []);
