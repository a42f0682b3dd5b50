/** Parts of scenarios: exporters, nodes, validators and L1s as series. */
import { primaryNetwork } from "../../../src/api/ids.ts";

/** Values by series, in promtool's notation; a sample per minute unless the scenario has another interval. */
type Input = Readonly<Record<string, string>>;
/** Number of firing alerts, by name and severity. */
type Firing = Readonly<Record<`Avax${string} ${"critical" | "warning" | "info"}`, number>>;
export type Scenario = {
  readonly name: string;
  readonly input: Input;
  readonly interval?: "1m" | "1h";
  readonly firing: readonly (readonly [at: string, alerts: Firing])[];
};

export const day = 86_400;
export const long = "x3000";
export const of =
  (labels: Readonly<Record<string, string>>) =>
  (name: string, more: Readonly<Record<string, string>> = {}) =>
    `${name}{${Object.entries({ job: "avalanche-exporter", ...labels, ...more })
      .map(([label, value]) => `${label}="${value}"`)
      .join(",")}}`;

type Node = { readonly network?: string; readonly id?: string; readonly count?: number; readonly validates?: boolean };
/** An exporter and its node. */
export function node(
  instance: string,
  { network = "mainnet", id = `NodeID-${instance}`, count = 3000, validates }: Node = {},
) {
  const at = of({ instance });
  const always = `1x${count}`;
  return {
    [at("up")]: always,
    [at("avax_up")]: always,
    [at("avax_exporter_build_info", { version: "1" })]: always,
    [at("avax_node_reachable")]: always,
    [at("avax_node_info", { node_id: id, version: "v", network_id: "1", network })]: always,
    ...(validates && { [at("avax_node_rewarding_stake_ratio")]: `0.99x${count}` }),
  };
}

type Validator = {
  readonly connected?: string;
  readonly uptime?: string;
  readonly required?: string;
  /** Seconds from the start of the test. */
  readonly start?: number;
  readonly end?: number;
  readonly count?: number;
};
export const watched = { subnet_id: primaryNetwork, node_id: "NodeID-V" };
export const info = { tx_id: "t", alias: "", auto_renew: "false" };
/** The watched validator, as an instance observes it. */
export function validator(
  instance: string,
  { connected, uptime, required = "0.8", start = -30 * day, ...rest }: Validator = {},
) {
  const { end = 365 * day, count = 3000 } = rest;
  const at = (name: string, more = {}) => of({ instance, ...watched })(name, more);
  return {
    [at("avax_validator_present")]: `1x${count}`,
    [at("avax_validator_info", info)]: `1x${count}`,
    ...(connected && { [at("avax_validator_connected")]: `${connected}x${count}` }),
    ...(uptime && { [at("avax_validator_uptime_ratio")]: `${uptime}x${count}` }),
    [at("avax_validator_uptime_required_ratio")]: `${required}x${count}`,
    [at("avax_validator_start_timestamp_seconds")]: `${start}x${count}`,
    [at("avax_validator_end_timestamp_seconds")]: `${end}x${count}`,
    [at("avax_validator_bls_key")]: `1x${count}`,
  };
}
export const observers = ["o0", "o1", "o2", "o3", "o4"];
export const observedBy = (validatorOf: (instance: string) => Validator) =>
  Object.assign({}, ...observers.map((one) => ({ ...node(one), ...validator(one, validatorOf(one)) })));

export const a = of({ instance: "a" });
export const l1 = { subnet_id: "L1" };
export const tracked = (active: number, total = 100): Input => ({
  [a("avax_subnet_info", { ...l1, kind: "l1", alias: "" })]: `1${long}`,
  [a("avax_validators_weight", l1)]: `${total}${long}`,
  [a("avax_l1_weight_active", l1)]: `${active}${long}`,
});
type L1Validator = { readonly runsOut?: number; readonly active?: number; readonly weight?: number };
export function l1Validator(n: number, { runsOut, active = 1, weight = 10 }: L1Validator): Input {
  const labels = { ...l1, validation_id: `v${n}`, node_id: `NodeID-${n}` };
  return {
    [a("avax_l1_validator_weight", labels)]: `${weight}${long}`,
    [a("avax_l1_validator_active", labels)]: `${active}${long}`,
    ...(runsOut !== undefined && {
      [a("avax_l1_validator_balance_exhaustion_timestamp_seconds", labels)]: `${runsOut}${long}`,
    }),
  };
}
export const balances = (...runsOut: readonly number[]): Input =>
  Object.assign({}, ...runsOut.map((seconds, i) => l1Validator(i, { runsOut: Math.round(seconds) })));

export const checks = (values: string): Input =>
  Object.fromEntries(
    ["P", "X", "C", "bootstrapped"].map((check) => [a("avax_node_health_check_passing", { check }), values]),
  );
export const bootstrapped = a("avax_node_bootstrapped", { chain: "P" });
export const always = (series: Input, values: string): Input =>
  Object.fromEntries(Object.keys(series).map((name) => [name, values]));
const crashLoop = (minutes: number) => "1 1 0 0 ".repeat(minutes / 4).trim();
export const crashing = (minutes: number): Input => ({
  ...node("a", { count: minutes, validates: true }),
  [a("avax_up")]: crashLoop(minutes),
  [a("avax_node_reachable")]: crashLoop(minutes),
});
export const nothing: Firing = {};
