/** Renders the status of nodes for a terminal. */
import { styleText } from "node:util";
import { quorum } from "../facts/consensus.ts";
import * as states from "../facts/states.ts";
import type { Status } from "../model/status.ts";

type StateText = { readonly tone: string; readonly text: string; readonly meaning: string; readonly fix?: string };
type Table = Readonly<Record<string, StateText>>;
const unknownState: StateText = { tone: "wait", text: "unknown", meaning: "The state is not known yet." };
const textIn = (table: Table, state: string | null): StateText => table[state ?? ""] ?? unknownState;

const colors = { bad: "red", warn: "yellow", wait: "cyan", ok: "green" } as const;
const symbols = { bad: "✖", warn: "!", wait: "…", ok: "✔" } as const;
const isTone = (tone: string): tone is keyof typeof colors => Object.hasOwn(colors, tone);

/** Returns whether a state asks for attention. */
const needsAttention = ({ tone }: StateText) => tone === "bad" || tone === "warn";

const days = 86_400;
const units = [
  ["d", days],
  ["h", 3600],
  ["min", 60],
  ["s", 1],
] as const;
/** Returns a duration in its two largest units; negative ones with a minus sign. */
function span(seconds: number | null): string {
  if (seconds === null) return "–";
  const sign = seconds < 0 ? "-" : "";
  let rest = Math.round(Math.abs(seconds));
  const first = units.findIndex(([, size]) => rest >= size);
  if (first < 0) return "0 s";
  const parts = units.slice(first, first + 2).map(([unit, size]) => {
    const count = Math.floor(rest / size);
    rest %= size;
    return count > 0 ? `${count} ${unit}` : "";
  });
  return sign + parts.filter((part) => part !== "").join(" ");
}
const percent = (ratio: number | null) => (ratio === null ? "–" : `${(100 * ratio).toFixed(1)} %`);
const yesNo = (value: boolean | null) => (value === null ? "–" : value ? "yes" : "no");
const short = (id: string) => (id.length > 20 ? `${id.slice(0, 16)}…` : id);
const nameOf = ({ alias }: { readonly alias: string }, id: string) => (alias === "" ? short(id) : alias);

type Row = { readonly state: StateText; readonly cells: readonly string[] };
type Options = { readonly hasColor: boolean /** Unix seconds. */; readonly now: number };

const paint = (text: string, tone: string, hasColor: boolean) =>
  hasColor && isTone(tone) ? styleText(colors[tone], text, { validateStream: false }) : text;
const label = ({ tone, text }: StateText) => `${isTone(tone) ? symbols[tone] : " "} ${text}`;

function tableText(title: string, columns: readonly string[], rows: readonly Row[], hasColor: boolean): string {
  if (rows.length === 0) return "";
  const cells = [["", ...columns], ...rows.map(({ state, cells }) => [label(state), ...cells])];
  const widths = [0, ...columns.map((_, at) => at + 1)].map((at) =>
    Math.max(...cells.map((row) => (row[at] ?? "").length)),
  );
  const lines = cells.map((row) => row.map((cell, at) => cell.padEnd(widths[at] ?? 0)));
  const painted = lines.map(([first = "", ...rest], at) => {
    const state = rows[at - 1]?.state;
    return `  ${[state ? paint(first, state.tone, hasColor) : first, ...rest].join("  ")}`.trimEnd();
  });
  return `\n${title}\n${painted.join("\n")}\n`;
}

const chainRows = ({ chains }: Status): Row[] =>
  chains.map((chain) => ({
    state: textIn(states.chainStates, chain.state),
    cells: [
      chain.alias === "" ? short(chain.chain) : chain.alias,
      chain.height === null ? "–" : chain.height.toLocaleString("en"),
      span(chain.block_age_seconds),
      percent(chain.connected_ratio),
    ],
  }));
const validatorRows = ({ validators }: Status, now: number): Row[] =>
  validators.map((one) => ({
    state: textIn(states.validatorStates, one.state),
    cells: [
      `${nameOf(one, one.node_id)}${one.own ? " (this node)" : ""}`,
      yesNo(one.connected),
      percent(one.uptime_ratio),
      percent(one.uptime_required_ratio),
      span(one.offline_budget_seconds),
      span(one.end_timestamp_seconds === null ? null : one.end_timestamp_seconds - now),
    ],
  }));
const l1Rows = ({ l1s }: Status): Row[] =>
  l1s.map((l1) => ({
    state: textIn(states.l1States, l1.state),
    cells: [
      nameOf(l1, l1.subnet_id),
      percent(l1.weight_active_ratio),
      percent(l1.weight_active_forecast_ratio),
      span(l1.balance_runway_seconds),
    ],
  }));
const l1ValidatorRows = ({ l1_validators }: Status): Row[] =>
  l1_validators.map((one) => ({
    state: textIn(states.l1ValidatorStates, one.state),
    cells: [
      nameOf(one, one.validation_id),
      short(one.node_id),
      one.balance_avax === null ? "–" : `${one.balance_avax.toFixed(3)} AVAX`,
      span(one.balance_runway_seconds),
    ],
  }));

const nodeText = ({ node }: Status) => textIn(states.nodeStates, node.state);

/** Returns the rows of a status that ask for attention. */
export const attentionIn = (status: Status, now: number): boolean =>
  !status.up ||
  needsAttention(nodeText(status)) ||
  [chainRows(status), validatorRows(status, now), l1Rows(status), l1ValidatorRows(status)]
    .flat()
    .some(({ state }) => needsAttention(state));

const nothingWatched = `
Nothing is watched, and this node does not validate. Watch a validator, an L1 or a subnet:
  --watch.node-id NodeID-…
  --watch.subnet-id ID
`;

/** Returns the status of one node. */
export function statusText(status: Status, { hasColor, now }: Options): string {
  const { node, name, url } = status;
  const state = nodeText(status);
  const about = [node.network, node.version, node.node_id].filter((text) => text !== null).join(", ");
  const checks = node.failing_checks.length > 0 ? ` Failing: ${node.failing_checks.join(", ")}.` : "";
  const fix = needsAttention(state) && state.fix ? `\n  → ${state.fix}` : "";
  const isEmpty = status.validators.length + status.l1s.length + status.l1_validators.length === 0;
  return [
    `${name === "" ? "Node" : `Node ${name} at`} ${url}${about === "" ? "" : ` (${about})`}\n`,
    `  ${paint(label(state), state.tone, hasColor)}: ${state.tone === "ok" ? `connected to ${percent(node.connected_ratio)} of the stake, last P-Chain block ${span(node.pchain_block_age_seconds)} old.` : state.meaning}${checks}${fix}\n`,
    tableText("Chains", ["chain", "height", "last block", "connected"], chainRows(status), hasColor),
    tableText(
      "Validators",
      ["validator", "connected", "uptime", "required", "can be offline", "ends in"],
      validatorRows(status, now),
      hasColor,
    ),
    tableText("L1s", ["L1", "active weight", "in 7 days", "lowest runway"], l1Rows(status), hasColor),
    tableText("L1 validators", ["validator", "node", "balance", "runway"], l1ValidatorRows(status), hasColor),
    isEmpty && status.up ? nothingWatched : "",
  ].join("");
}

type Subject = {
  readonly title: string;
  readonly state: StateText;
  readonly facts: readonly (readonly [string, string])[];
};

/** Returns all entities of a status that an ID or an alias names. */
function subjectsOf(status: Status, id: string, now: number): readonly Subject[] {
  const is = (...names: readonly string[]) => names.includes(id);
  return [
    ...status.validators
      .filter((one) => is(one.node_id, one.alias))
      .map((one) => ({
        title: `Validator ${one.node_id}${one.alias === "" ? "" : ` (${one.alias})`} on the subnet ${one.subnet_id}`,
        state: textIn(states.validatorStates, one.state),
        facts: [
          ["Connected", yesNo(one.connected)],
          ["Uptime", `${percent(one.uptime_ratio)}, required ${percent(one.uptime_required_ratio)}`],
          [
            "Can be offline",
            `${span(one.offline_budget_seconds)} (${percent(one.offline_budget_ratio)} of its budget)`,
          ],
          ["Period ends in", span(one.end_timestamp_seconds === null ? null : one.end_timestamp_seconds - now)],
        ] as const,
      })),
    ...status.l1s
      .filter((l1) => is(l1.subnet_id, l1.alias))
      .map((l1) => ({
        title: `L1 ${l1.subnet_id}${l1.alias === "" ? "" : ` (${l1.alias})`}`,
        state: textIn(states.l1States, l1.state),
        facts: [
          ["Active weight", `${percent(l1.weight_active_ratio)}, needed ${percent(quorum)}`],
          ["In 7 days", percent(l1.weight_active_forecast_ratio)],
          ["First balance runs out in", span(l1.balance_runway_seconds)],
        ] as const,
      })),
    ...status.l1_validators
      .filter((one) => is(one.validation_id, one.node_id, one.subnet_id, one.alias))
      .map((one) => ({
        title: `L1 validator ${one.validation_id} of ${one.node_id || "an unknown node"}`,
        state: textIn(states.l1ValidatorStates, one.state),
        facts: [
          ["Balance", one.balance_avax === null ? "–" : `${one.balance_avax} AVAX`],
          ["Runs out in", span(one.balance_runway_seconds)],
        ] as const,
      })),
  ];
}

/** Returns the explanation of the entities that an ID or an alias names, and whether one asks for attention; undefined without such
 *  an entity. */
export function explain(status: Status, id: string, { hasColor, now }: Options) {
  const subjects = subjectsOf(status, id, now);
  if (subjects.length === 0) return undefined;
  const text = subjects.map(({ title, state, facts }) => {
    const width = Math.max(...facts.map(([name]) => name.length));
    const lines = facts.map(([name, value]) => `  ${name.padEnd(width)}  ${value}\n`).join("");
    const fix = state.fix === undefined ? "" : `  → ${state.fix}\n`;
    return `${title}\n  ${paint(label(state), state.tone, hasColor)}: ${state.meaning}\n${lines}${fix}`;
  });
  return { text: text.join("\n"), needsAttention: subjects.some(({ state }) => needsAttention(state)) };
}
