/** The suites of tests: their programs, which `.ci/install` knows, and their steps. Each test file is in a suite. */
import { randomInt } from "node:crypto";

/** A run of vitest, or a command. A path of a folder selects all test files in it. */
export type Step =
  | { readonly tests: readonly string[]; readonly options?: readonly string[]; readonly env?: Environment }
  | { readonly command: readonly string[] };
type Environment = Readonly<Record<string, string>>;
export type Suite = { readonly programs: readonly string[]; readonly steps: readonly Step[] };

const endToEnd = (...names: readonly string[]): Step => ({ tests: names.map((name) => `test/e2e/${name}.test.ts`) });
/** Option of vitest: one file at a time. */
export const oneWorker = "--maxWorkers=1";
/** One file at a time: for tests of a cluster, a browser, five nodes, or the memory of a program. */
const alone = (...names: readonly string[]): Step => ({ ...endToEnd(...names), options: [oneWorker] });
/** Leaves out the tests with the tag "night". */
const withoutNight = (...names: readonly string[]): Step => ({
  ...endToEnd(...names),
  options: ["--tagsFilter=!night"],
});
const npm = (...args: readonly string[]): Step => ({ command: ["npm", ...args] });

/** Suites that every commit passes. */
export const gate = {
  check: {
    programs: ["prometheus", "amtool", "helm", "kubeconform", "kubernetes-schemas"],
    steps: [npm("run", "check"), withoutNight("grafana/files", "delivery/chart")],
  },
  unit: { programs: [], steps: [{ tests: ["test"] }] },
  product: {
    programs: ["avalanchego", "prometheus", "chromium"],
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
  "p-chain": { programs: ["p-chain-host"], steps: [endToEnd("p-chain-conformance", "helicon")] },
  conformance: { programs: ["avalanchego"], steps: [endToEnd("conformance")] },
  nodes: {
    programs: ["avalanchego", "prometheus"],
    steps: [endToEnd("node", "populated", "prometheus", "process", "demo", "minimum-node")],
  },
  "evm-l1": {
    programs: ["avalanchego", "subnet-evm", "newer-evm", "prometheus"],
    steps: [
      alone("evm-l1", "l1-consensus", "native-rules"),
      { ...alone("evm-l1"), env: { SUBNET_EVM_RELEASE: "1.14.2" } },
    ],
  },
  "five-validators": { programs: ["avalanchego"], steps: [alone("five-validators")] },
  "staking-periods": { programs: ["avalanchego"], steps: [endToEnd("staking-periods")] },
  monitoring: {
    programs: ["prometheus", "alertmanager", "avalanchego"],
    steps: [
      endToEnd("grafana/formulas", "grafana/notifications", "grafana/stack"),
      endToEnd("grafana/states", "promtool", "target-labels", "locked", "web-config"),
      alone("grafana/timeline"),
    ],
  },
  "older-prometheus": {
    programs: ["older-prometheus", "avalanchego"],
    steps: [
      {
        ...endToEnd("grafana/rules", "grafana/dashboards", "promtool", "web-config"),
        env: { PROMETHEUS_RELEASE: "2.42" },
      },
    ],
  },
  shell: { programs: ["fish", "zsh", "curl", "jq", "less"], steps: [endToEnd("completion", "readme")] },
  extending: { programs: ["avalanchego"], steps: [alone("extending")] },
  chart: {
    programs: ["helm", "kubeconform", "kustomize", "kubernetes-schemas", "avalanchego", "prometheus"],
    steps: [
      endToEnd("delivery/chart", ...["pod", "rules", "sidecar", "values"].map((name) => `delivery/chart/${name}`)),
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
      ...["avalanchego", "buildah", "helm", "prometheus", "registry"],
    ],
    steps: [alone("cluster")],
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
