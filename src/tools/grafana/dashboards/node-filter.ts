/** Variable with the monitored nodes by their IDs, and the restriction of panels to the chosen ones. A watched validator that is not
 *  monitored has no data on such a dashboard, so that the variable is not that of validators. */
import { collectors } from "../../../collectors/all.ts";
import { familiesOf } from "../../../entities/all.ts";
import type { Row, Variable } from "./dashboard.ts";
import type { Sized } from "./panels.ts";

const nodes = 'network=~"$network",cluster=~"$cluster",job=~"$job",instance=~"$instance",node=~"$node"';
const states = `avax_node_state{${nodes},node_id!=""}`;
export const monitoredId: Variable = {
  name: "monitored_id",
  label: "node ID",
  description: "Monitored nodes by their NodeIDs, or by the aliases of those that are watched validators.",
  query: `query_result(max by (node_id, alias) (avax_validator_present{${nodes},alias!=""} and on (node_id) ${states}) or on (node_id) max by (node_id) (${states}))`,
  regex: '/node_id="(?<value>[^"]+)|alias="(?<text>[^"]+)/g',
  allValue: ".*",
};

const ofNodes = new Set(
  [...familiesOf(collectors)].flatMap(({ name, labels }) => (labels.includes("node_id") ? [name] : [])),
);
const selector = /\b(avax_\w+)\{([^}]*node=~"\$node")\}/g;
const restricted = (expr: string) =>
  expr.replace(selector, (whole, name: string, matchers: string) =>
    ofNodes.has(name) ? `${name}{${matchers},node_id=~"$${monitoredId.name}"}` : whole,
  );
type WithExpr = { readonly expr: string };
const restrictPanel = ({ panel, ...size }: Sized): Sized => ({
  ...size,
  panel: {
    ...panel,
    ...(panel.targets && {
      targets: panel.targets.map((target) => ({ ...target, expr: restricted((target as object as WithExpr).expr) })),
    }),
  },
});
/** Restricts the selectors of the chosen targets to the chosen nodes. */
export const ofMonitored = (rows: readonly Row[]): readonly Row[] =>
  rows.map((row) => ({
    ...row,
    panels: row.panels.map((one) =>
      "panels" in one ? { ...one, panels: one.panels.map(restrictPanel) } : restrictPanel(one),
    ),
  }));
