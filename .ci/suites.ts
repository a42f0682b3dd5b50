/** The suites of tests: their programs, which `.ci/install` knows, and their steps. Each test file is in a suite. */
import { randomInt } from "node:crypto";

/** A run of vitest, or a command. A path of a folder selects all test files in it. */
export type Step = Tests | { readonly command: readonly string[] };
type Tests = { readonly tests: readonly string[]; readonly options?: readonly string[]; readonly env?: Environment };
type Environment = Readonly<Record<string, string>>;
export type Suite = { readonly programs: readonly string[]; readonly steps: readonly Step[] };

const endToEnd = (...names: readonly string[]): Tests => ({ tests: names.map((name) => `test/e2e/${name}.test.ts`) });
/** Option of vitest: one file at a time. */
export const oneWorker = "--maxWorkers=1";
/** One file at a time: for tests of a cluster, a browser, five nodes, or the memory of a program. */
const alone = (...names: readonly string[]): Tests => ({ ...endToEnd(...names), options: [oneWorker] });
/** Leaves out the tests with the tag "night". */
const withoutNight = (...names: readonly string[]): Step => ({
  ...endToEnd(...names),
  options: ["--tagsFilter=!night"],
});
/** The minimum release of AvalancheGo, which tests run unless another one is set. */
const oldest = "1.14.0";
/** The newest complete release that can be built. */
const newer = "1.14.2";
/** A release whose C-Chain is idle here: see test/avalanchego-1.15. */
const newest = "1.15.0";
/** Runs the tests of a step on a release of AvalancheGo. */
const on = (release: string, step: Tests): Step => ({ ...step, env: { ...step.env, AVALANCHEGO_RELEASE: release } });
const avalanchego = (...releases: readonly string[]) => releases.map((release) => `avalanchego-${release}`);
const npm = (...args: readonly string[]): Step => ({ command: ["npm", ...args] });

/** Suites that every commit passes. */
export const gate = {
  check: {
    programs: ["prometheus", "amtool", "helm", "kubeconform", "kubernetes-schemas"],
    steps: [npm("run", "check"), withoutNight("grafana/files", "delivery/chart")],
  },
  unit: { programs: [], steps: [{ tests: ["test"] }] },
  product: {
    programs: [...avalanchego(oldest), "prometheus", "chromium"],
    steps: [
      withoutNight(
        ...["product", "grafana/dashboards", "grafana/rules", "landing-page"],
        ...["faults", "abuse/clients", "abuse/nodes"],
      ),
    ],
  },
} as const satisfies Readonly<Record<string, Suite>>;

/** Suites that every release passes, and the main branch once a night. */
export const nightly = {
  conformance: {
    programs: avalanchego(oldest, newer, newest),
    steps: [oldest, newer, newest].map((release) => on(release, endToEnd("conformance"))),
  },
  nodes: {
    programs: [...avalanchego(newer, newest), "prometheus"],
    steps: [
      on(newer, endToEnd("node", "populated", "prometheus", "process", "demo", "minimum-node")),
      on(newest, endToEnd("node", "populated")),
    ],
  },
  "evm-l1": {
    programs: [...avalanchego(oldest, newer), "subnet-evm-0.8.0", "subnet-evm-1.14.2", "prometheus"],
    steps: [on(newer, alone("evm-l1", "native-rules")), on(oldest, alone("evm-l1", "l1-consensus"))],
  },
  "five-validators": {
    programs: avalanchego(newer, newest),
    steps: [newer, newest].map((release) => on(release, alone("five-validators"))),
  },
  "staking-periods": {
    programs: avalanchego(newer, newest),
    steps: [on(newer, endToEnd("staking-periods")), on(newest, alone("helicon", "delegations"))],
  },
  monitoring: {
    programs: ["prometheus", "alertmanager", ...avalanchego(newer)],
    steps: [
      on(newer, endToEnd("grafana/formulas", "grafana/notifications", "grafana/stack")),
      on(newer, endToEnd("grafana/states", "promtool", "target-labels", "locked", "web-config")),
      on(newer, alone("grafana/timeline")),
    ],
  },
  "older-prometheus": {
    programs: ["older-prometheus", ...avalanchego(newer)],
    steps: [
      on(newer, {
        ...endToEnd("grafana/rules", "grafana/dashboards", "promtool", "web-config"),
        env: { PROMETHEUS_RELEASE: "2.42" },
      }),
    ],
  },
  shell: { programs: ["fish", "zsh", "curl", "jq", "less"], steps: [endToEnd("completion", "readme")] },
  // the recordings are of the oldest release
  extending: { programs: avalanchego(oldest), steps: [alone("extending")] },
  chart: {
    programs: ["helm", "kubeconform", "kustomize", "kubernetes-schemas", ...avalanchego(newer), "prometheus"],
    steps: [
      on(
        newer,
        endToEnd("delivery/chart", ...["pod", "rules", "sidecar", "values"].map((name) => `delivery/chart/${name}`)),
      ),
    ],
  },
  release: {
    programs: [
      ...["buildah", "helm", "nfpm", "oras", "registry", "rpm", "systemd", "shellcheck", "gpg", "linters", "python3"],
      ...["strip", "xz", "man", "fish", "zsh", "curl", "systemd-nspawn", "bare-debian"],
    ],
    steps: [alone("delivery/image", "delivery/release", "release/release", "getting-started")],
  },
  cluster: {
    programs: [
      ...["kubernetes", "containerd", "runc", "etcd", "cni-plugins", "iptables", "curl"],
      ...[...avalanchego(newer), "buildah", "helm", "prometheus", "registry"],
    ],
    steps: [on(newer, alone("cluster"))],
  },
  abuse: {
    programs: ["gcc", "prometheus", "prometheus-node-exporter"],
    steps: [alone("abuse/clients", "abuse/nodes", "abuse/hangs")],
  },
  faults: { programs: ["prometheus", "faketime"], steps: [alone("faults")] },
  soak: { programs: [], steps: [alone("soak")] },
  fuzz: {
    programs: [],
    steps: [
      {
        tests: ["fuzz", "simulator", "engine", "node-api", "lib", "app/config"].map((folder) => `test/${folder}`),
        // the files of a worker share their modules: their order must not matter
        options: ["--sequence.shuffle.files"],
        env: { FUZZ_RUNS: "2000", FUZZ_SEED: String(randomInt(2 ** 31)) },
      },
    ],
  },
  coverage: { programs: [], steps: [npm("test", "--", "--coverage")] },
  load: { programs: [], steps: [npm("run", "bench", "--", "nodes")] },
  benchmark: { programs: [], steps: [npm("run", "bench", "--", "--quick")] },
  mutations: { programs: [], steps: [npm("run", "mutations")] },
  pictures: {
    programs: ["chromium", "prometheus"],
    steps: [
      npm("run", "previews", "--", "--to", "dist/previews"),
      { command: ["node", "src/tools/grafana/pictures.ts"] }, // the pictures in the repository show the present dashboards
    ],
  },
} as const satisfies Readonly<Record<string, Suite>>;
