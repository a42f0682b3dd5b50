/** Compares the exporter's page with the node's responses. */
import { expect } from "vitest";
import { pollLimit } from "../../support/limits.ts";
import type { Asked } from "./avalanche-node.ts";
import { differences, expectedSeries, none, type Watched } from "./expected.ts";
import type { Exporter, Page } from "./exporter.ts";

/** A page, and the values of the node. */
export type Agreement = { readonly page: Page; readonly expected: ReadonlyMap<string, number> };

/** Passes once a run has collected the values that the node returns both before and after the page is read. */
export async function expectAgreement(
  node: Asked,
  exporter: Pick<Exporter, "page">,
  watched: Watched,
): Promise<Agreement> {
  let last: Agreement | undefined;
  await expect
    .poll(
      async () => {
        const before = await expectedSeries(node, watched);
        const page = await exporter.page();
        const expected = await expectedSeries(node, watched);
        last = { page, expected };
        return { before: differences(page, before), after: differences(page, expected) };
      },
      { interval: 500, timeout: pollLimit },
    )
    .toEqual({ before: none, after: none });
  if (!last) throw new Error("no page was compared");
  return last;
}

/** For a configuration file. */
export function watchOf({ own = false, nodes = [], subnets, validationIds }: Watched): object {
  const byId = Object.entries(Object.groupBy(nodes, ({ id }) => id));
  const node_ids = byId.map(([id, of = []]) => {
    const subnet_ids = of.map(({ subnetId }) => subnetId).filter((subnetId) => subnetId !== undefined);
    return { id, alias: of[0]?.alias, subnet_ids: subnet_ids.length > 0 ? subnet_ids : undefined };
  });
  return { own, node_ids, subnet_ids: subnets, validation_ids: validationIds };
}

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
  ...list("watch.address", watched.addresses),
  ...list("watch.evm-address", watched.evmAddresses),
  ...(watched.detail ? [`--validators.detail=${watched.detail}`] : []),
  ...(watched.managers ? ["--collector.validator-manager"] : []),
];
const list = (flag: string, values: readonly string[] = []) => (values.length > 0 ? [`--${flag}=${values}`] : []);
