import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import * as z from "zod";
import type { Syntax } from "../../../src/app/config/overrides.ts";
import { paths } from "../../../src/app/server-address.ts";
import { invalidFiles } from "../../support/invalid.ts";
import { loadConfig } from "./fake-collectors.ts";

const nodeId = "NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg";
const primary = "11111111111111111111111111111111LpoYY";

function write(text: string, name = "config.yml"): string {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), "config-")));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const file = join(directory, name);
  writeFileSync(file, text);
  return file;
}

type Given = { argv?: string[]; env?: Record<string, string>; yaml?: string };
async function load({ argv = [], env = {}, yaml }: Given) {
  const file = yaml === undefined ? [] : ["--config.file", write(yaml)];
  const loaded = await loadConfig({ argv: [...file, ...argv], env });
  if (!loaded.ok) throw new Error(loaded.errors.join("\n"));
  return loaded.config;
}
async function errorsOf({ argv = [], env = {} }: Given, command: Syntax = {}) {
  const loaded = await loadConfig({ argv, env, command });
  return loaded.ok ? [] : loaded.errors;
}

test("without any setting the defaults apply", async () => {
  expect(await load({})).toEqual({
    node: { url: "http://127.0.0.1:9650", timeout: 10_000, headers: {} },
    nodes: {},
    watch: {
      node_ids: [],
      own: true,
      subnet_ids: [],
      validation_ids: [],
      blockchain_ids: [],
      addresses: [],
      evm_addresses: [],
      indexes: ["P/block", "X/block", "C/block"],
    },
    validators: { detail: "watched", top: 20 },
    l1: {},
    collectors: {
      "p-fee": { enabled: true, interval: 15_000 },
      "p-fee-config": { enabled: true, interval: 600_000 },
      "p-validators": { enabled: true, interval: 60_000, timeout: 25_000 },
      admin: { enabled: false, interval: 300_000 },
    },
    series_limit: 50_000,
    web: { listen_address: { port: 10652 }, telemetry_path: "/metrics", enable_lifecycle: false },
    log: { level: "info" },
  });
});

test("a flag overrides the environment, which overrides the file, which overrides the default", async () => {
  const yaml = "node: { timeout: 1s }";
  const env = { AVAX_EXPORTER_NODE_TIMEOUT: "2s" };
  const argv = ["--node.timeout=3s"];
  expect((await load({ yaml })).node?.timeout).toBe(1000);
  expect((await load({ yaml, env })).node?.timeout).toBe(2000);
  expect((await load({ yaml, env, argv })).node?.timeout).toBe(3000);
});

test("an invalid value in the file is not an error if a flag replaces it", async () => {
  expect(await load({ yaml: "node: { timeout: never }", argv: ["--node.timeout=3s"] })).toBeDefined();
});

test("flags and environment add settings that the file omits", async () => {
  const { node, watch } = await load({
    yaml: "node:\n  url: https://example.org/a/\nwatch:\n",
    env: { AVAX_EXPORTER_NODE_HOST_HEADER: "localhost" },
    argv: ["--watch.node-id", nodeId],
  });
  expect(node).toMatchObject({ url: "https://example.org/a", host_header: "localhost" });
  expect(watch.node_ids).toEqual([{ id: nodeId, alias: "", subnet_ids: [primary] }]);
});

test("with additional nodes there is no default node, unless it is configured", async () => {
  const yaml = "nodes: { a: { url: http://a.example:9650 } }";
  const { node, nodes } = await load({ yaml });
  expect([node, nodes]).toEqual([undefined, { a: { url: "http://a.example:9650", timeout: 10_000, headers: {} } }]);
  expect((await load({ yaml, argv: ["--node.timeout=1s"] })).node?.url).toBe("http://127.0.0.1:9650");
  expect((await load({ yaml: `${yaml}\nnode:` })).node).toBeUndefined();
  expect((await load({ yaml: "nodes: {}" })).node?.url).toBe("http://127.0.0.1:9650");
});

test("an additional node has only the settings that it contains", async () => {
  const own = `watch: { node_ids: [${nodeId}] }, validators: { detail: all }, collectors: { admin: { enabled: true } }`;
  const yaml = `nodes: { a: { url: http://a.example:9650, ${own} } }`;
  const { a } = (await load({ yaml })).nodes;
  expect(a?.watch?.node_ids).toEqual([{ id: nodeId, alias: "", subnet_ids: [primary] }]);
  expect(a?.validators).toEqual({ detail: "all", top: 20 });
  expect(a?.collectors?.["admin"]).toEqual({ enabled: true, interval: 300_000 });
  expect(a?.collectors?.["p-fee"]).toEqual({ enabled: true, interval: 15_000 });
});

test("lists are separated by commas, and a repeated flag adds to them", async () => {
  const [a, b, c] = ["0x01", "0x02", "0x03"].map((start) => start.padEnd(42, "0"));
  const addresses = async (given: Given) => (await load(given)).watch.evm_addresses.map(({ id }) => id);
  expect(await addresses({ argv: [`--watch.evm-address=${a}, ${b}`, "--watch.evm-address", `${c}`] })).toEqual([
    a,
    b,
    c,
  ]);
  expect(await addresses({ env: { AVAX_EXPORTER_WATCH_EVM_ADDRESS: `${b},${a}` } })).toEqual([b, a]);
  expect(await addresses({ argv: ["--watch.evm-address="] })).toEqual([]);
  const yaml = `watch: { evm_addresses: ["${b}"] }`;
  expect(await addresses({ yaml, argv: [`--watch.evm-address=${a}`] })).toEqual([a]);
});

test.each([
  [["--collector.admin"], {}, true],
  [["--collector.admin=true"], {}, true],
  [["--collector.admin=false"], {}, false],
  [["--no-collector.admin"], { AVAX_EXPORTER_COLLECTOR_ADMIN: "true" }, false],
  [[], { AVAX_EXPORTER_COLLECTOR_ADMIN: "true" }, true],
  [[], { AVAX_EXPORTER_COLLECTOR_ADMIN: "" }, false],
])("%j with %j enables a collector that is disabled by default: %j", async (argv, env, enabled) => {
  expect((await load({ argv, env })).collectors["admin"]?.enabled).toBe(enabled);
});

test("a collector has its own interval, timeout and retention in the file", async () => {
  const yaml = "collectors: { p-fee-config: { interval: 1h, timeout: 250ms, stale_after: 2h } }";
  const { collectors: own } = await load({ yaml });
  expect(own["p-fee"]).toEqual({ enabled: true, interval: 15_000 });
  expect(own["p-fee-config"]).toEqual({ enabled: true, interval: 3_600_000, timeout: 250, stale_after: 7_200_000 });
});

test.each([
  [":10652", { host: undefined, port: 10652 }],
  ["127.0.0.1:0", { host: "127.0.0.1", port: 0 }],
  ["localhost:65535", { host: "localhost", port: 65_535 }],
  ["[::1]:10652", { host: "::1", port: 10652 }],
])("%s is an address to listen on", async (text, address) => {
  expect((await load({ argv: ["--web.listen-address", text] })).web.listen_address).toEqual(address);
});

test.each([
  ["http://127.0.0.1:9650", "http://127.0.0.1:9650"],
  ["https://example.org//", "https://example.org"],
  ["https://example.org/node/one/", "https://example.org/node/one"],
  ["http://[::1]:9650/", "http://[::1]:9650"],
])("%s is a base URL", async (text, url) => {
  expect((await load({ argv: ["--node.url", text] })).node?.url).toBe(url);
});

test.each(Object.values(paths).filter((path) => path !== "/"))(
  "the metrics cannot have the path %s of the server",
  async (path) => {
    expect(await errorsOf({ argv: [`--web.telemetry-path=${path}`] })).toEqual([
      expect.stringContaining(`"${path}" is a path of the exporter; use another one`),
    ]);
  },
);

test("every setting of the connection can be configured, and file names are relative to the configuration file", async () => {
  const ca = write("PEM", "ca.pem");
  const yaml = `
node:
  authorization: { credentials: hunter2 }
  tls_config: { ca_file: ${ca}, cert: PEM, key_file: config.yml, min_version: TLS12, max_version: TLS13 }
  headers:
    X-Team: { values: [a, b], secrets: [hunter2], files: [./config.yml] }
`;
  const file = write(yaml);
  const loaded = await loadConfig({ argv: ["--config.file", file], env: {} });
  expect(loaded).toMatchObject({
    ok: true,
    config: {
      node: {
        authorization: { type: "Bearer", credentials: "hunter2" },
        tls_config: { ca_file: ca, cert: "PEM", key_file: file, insecure_skip_verify: false },
        headers: { "X-Team": { values: ["a", "b"], secrets: ["hunter2"], files: [file] } },
      },
    },
  });
});

/** A folder next to the working directory with one file of each kind. */
function twoFolders() {
  const there = dirname(write("node: { tls_config: { ca_file: web.yml } }\nweb: { config_file: web.yml }\n"));
  const here = dirname(write("", "web.yml"));
  writeFileSync(join(there, "web.yml"), "");
  const before = process.cwd();
  process.chdir(here);
  onTestFinished(() => process.chdir(before));
  return { here, there, config: join(there, "config.yml") };
}

test("a file name in a flag is relative to the working directory, also with a configuration file elsewhere", async () => {
  const { here, there, config } = twoFolders();
  const argv = ["--config.file", config, "--web.config.file", "web.yml"];
  const { node, web } = await load({ argv });
  expect([node?.tls_config?.ca_file, web.config_file]).toEqual([join(there, "web.yml"), join(here, "web.yml")]);
});

test("a file name in a variable is relative to the working directory, also with a configuration file elsewhere", async () => {
  const { here, config } = twoFolders();
  const env = { AVAX_EXPORTER_CONFIG_FILE: config, AVAX_EXPORTER_WEB_CONFIG_FILE: "./web.yml" };
  expect((await load({ env })).web.config_file).toBe(join(here, "web.yml"));
});

test("a file that a configuration file names is relative to that file, however the file itself is named", async () => {
  const { here, there } = twoFolders();
  const relativeName = relative(here, join(there, "config.yml"));
  expect((await load({ argv: ["--config.file", relativeName] })).web.config_file).toBe(join(there, "web.yml"));
  const loaded = await loadConfig({ argv: [relativeName], env: {}, command: { takesFile: true } });
  expect(loaded).toMatchObject({ ok: true, config: { web: { config_file: join(there, "web.yml") } } });
});

test("a missing file that a flag names is looked for in the working directory", async () => {
  const { here, config } = twoFolders();
  expect(await errorsOf({ argv: ["--config.file", config, "--web.config.file=gone.yml"] })).toEqual([
    `--web.config.file: cannot read ${join(here, "gone.yml")}: no such file or directory`,
  ]);
});

test("the file can be named by a variable, or by an operand if the command has one", async () => {
  const file = write("series_limit: 7");
  const loaded = async (argv: string[], env = {}) =>
    loadConfig({ argv, env, command: { takesFile: true, operands: ["OTHER"] } });
  expect(await loaded([], { AVAX_EXPORTER_CONFIG_FILE: file })).toMatchObject({ config: { series_limit: 7 } });
  expect(await loaded([file, "other"])).toMatchObject({ config: { series_limit: 7 }, rest: { operands: ["other"] } });
  expect(await errorsOf({ argv: ["/nowhere"] }, { takesFile: true })).toEqual([
    "FILE: cannot read /nowhere: no such file or directory",
  ]);
});

test.each(invalidFiles("invalid-config.yml"))("%s is rejected with one error", async (_name, { error, text }) => {
  const file = write(text);
  const loaded = await loadConfig({ argv: ["--config.file", file], env: {} });
  const errors = [`${file}:${error.replace("DIRECTORY", dirname(file))}`];
  expect(loaded).toEqual({ ok: false, errors, rest: { flags: {}, operands: [] } });
  expect(JSON.stringify(loaded)).not.toMatch(/hunter2|12345678/);
});

test("no more than 100 errors of a file are listed", async () => {
  const file = write(Array.from({ length: 101 }, (_, i) => `unknown${i}: 1`).join("\n"));
  const errors = await errorsOf({ argv: ["--config.file", file] });
  expect(errors).toHaveLength(101);
  expect(errors[0]).toBe(`${file}:1:1: more than 100 errors; only some are listed`);
});

test("a file of 256 KiB is read, and a larger one is refused", async () => {
  const text = (size: number) => "#".repeat(size);
  expect(await load({ yaml: text(256 * 1024) })).toBeDefined();
  const file = write(text(256 * 1024 + 1));
  expect(await errorsOf({ argv: ["--config.file", file] })).toEqual([`--config.file: ${file}: is larger than 256 KiB`]);
});

test.each([
  [["--node.timeout=10x"], '--node.timeout: "10x" is not a duration such as 15s or 1m30s'],
  [["--node.timeout", "-5s"], '--node.timeout: "-5s" is not a duration such as 15s or 1m30s'],
  [["--node.timeout"], "--node.timeout: a value is missing"],
  [["--node.timeout", "--log.level=warn"], "--node.timeout: a value is missing"],
  [["--collector.p-fee=maybe"], '--collector.p-fee: expected true or false, not "maybe"'],
  [["--no-collector.p-fee=false"], "--no-collector.p-fee: takes no value"],
  [["--collector.p-fee", "false"], 'unexpected argument "false"'],
  [["--", "--node.url"], 'unexpected argument "--node.url"'],
  [["--watch.node-id=NodeID-1"], '--watch.node-id: "NodeID-1" is too short for an ID'],
  ...["token@", ":secret@"].map((user): [string[], string] => [
    [`--node.url=http://${user}127.0.0.1:9650`],
    "--node.url: must not contain a user or password: set node.basic_auth in the configuration file",
  ]),
  [["--series.limit=5"], "--series.limit: unknown flag; see --help"],
  [["--web.listen-address=:99999"], '--web.listen-address: ":99999" has an invalid port: the maximum is 65535'],
  [["--node.tiemout", "5s"], "--node.tiemout: unknown flag; did you mean --node.timeout?"],
  [["--collector.p-fees"], "--collector.p-fees: unknown flag; did you mean --collector.p-fee?"],
  [["--no-collector.p-fees"], "--no-collector.p-fees: unknown flag; did you mean --no-collector.p-fee?"],
  [["-log.level=warn"], "-log.level: unknown flag; did you mean --log.level?"],
  ...[
    ["watch.validation-id", "validation IDs (call platform.getCurrentValidators)"],
    ["watch.subnet-id", "subnet IDs (call platform.getSubnets)"],
  ].map(([flag, kind]): [string[], string] => [
    [`--${flag}=NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg`],
    `--${flag}: "NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg" is a NodeID; this setting takes ${kind}`,
  ]),
  [
    ["--watch.node-id=2U6hDTcTLj8Fj6tmL65jNgEd2m3dPz2SGakc97RgjvdA7npddT"],
    '--watch.node-id: "2U6hDTcTLj8Fj6tmL65jNgEd2m3dPz2SGakc97RgjvdA7npddT" is not a NodeID: it is the ID of a subnet, chain or validation',
  ],
  [["-x"], "-x: unknown flag; see --help"],
  [["--log.level=warn", "--log.level", "debug"], "--log.level: is given twice; give it once"],
  [
    ["--no-collector.admin", "--collector.admin"],
    "--collector.admin: cannot be combined with --no-collector.admin; give one of them",
  ],
  [["--config.file=/nowhere.yml"], "--config.file: cannot read /nowhere.yml: no such file or directory"],
])("%j is refused in one line", async (argv, line) => {
  expect(await errorsOf({ argv })).toEqual([line]);
});

test.each([
  [{ AVAX_EXPORTER_NODE_TIMEOUT: "5" }, 'AVAX_EXPORTER_NODE_TIMEOUT: "5" is not a duration such as 15s or 1m30s'],
  [{ AVAX_EXPORTER_NODE_URI: "x" }, "AVAX_EXPORTER_NODE_URI: unknown variable; did you mean AVAX_EXPORTER_NODE_URL?"],
  [
    { AVAX_EXPORTER_COLLECTOR_P_FEE_TIMEOUT: "5s" },
    "AVAX_EXPORTER_COLLECTOR_P_FEE_TIMEOUT: unknown variable; set collectors.p-fee.timeout in the configuration file",
  ],
  [{ AVAX_EXPORTER_PORT: "10652" }, /^AVAX_EXPORTER_PORT: unknown variable; /],
  [{ AVAX_EXPORTER_ANYTHING_ELSE: "hunter2" }, "AVAX_EXPORTER_ANYTHING_ELSE: unknown variable; serve --help lists all"],
  [{ AVAX_EXPORTER_CONFIG_FILE: "/" }, "AVAX_EXPORTER_CONFIG_FILE: cannot read /: illegal operation on a directory"],
])("%j is refused in one line", async (env, line) => {
  expect(await errorsOf({ env })).toEqual([line instanceof RegExp ? expect.stringMatching(line) : line]);
});

test("unrelated variables, empty ones and those that Kubernetes creates for a Service are ignored", async () => {
  const env = {
    PATH: "/bin",
    AVAX_EXPORTER_NODE_URL: "",
    AVAX_EXPORTER_NOTHING: "",
    AVAX_EXPORTER_SERVICE_HOST: "10.0.0.1",
    AVAX_EXPORTER_SERVICE_PORT: "10652",
    AVAX_EXPORTER_SERVICE_PORT_METRICS: "10652",
    AVAX_EXPORTER_PORT: "tcp://10.0.0.1:10652",
    AVAX_EXPORTER_PORT_10652_TCP: "tcp://10.0.0.1:10652",
    AVAX_EXPORTER_PORT_10652_TCP_PROTO: "tcp",
    AVAX_EXPORTER_PORT_10652_TCP_PORT: "10652",
    AVAX_EXPORTER_PORT_10652_TCP_ADDR: "10.0.0.1",
  };
  expect((await load({ env })).node?.url).toBe("http://127.0.0.1:9650");
});

test("all errors are reported at once, those of the file in its order", async () => {
  const file = write(`
log: { level: loud }
node:
  tiemout: 5s
  tls_config: { ca_file: gone.pem, cert_file: gone.pem }
  url: nowhere
collectors: { p-fee: { interval: 10x }, p-feee: {} }
web: 5
`);
  const argv = ["--config.file", file, "--node.timeout=0", "--web.listen-address=:1", "--oops", "unexpected", "extra"];
  const env = { AVAX_EXPORTER_OOPS: "1", AVAX_EXPORTER_LOG_FORMAT: "xml" };
  const errors = await errorsOf({ argv, env });
  const short = errors.map((line) => line.replace(file, "config.yml").split(": ").slice(0, 2).join(": "));
  expect(short).toEqual([
    expect.stringMatching(/^--oops: unknown flag/),
    'unexpected argument "extra"',
    expect.stringMatching(/^AVAX_EXPORTER_OOPS: unknown variable/),
    '--node.timeout: "0" is too short',
    "AVAX_EXPORTER_LOG_FORMAT: expected json or pretty",
    "config.yml:2:8: log.level",
    "config.yml:4:3: node.tiemout",
    "config.yml:5:17: node.tls_config.ca_file",
    "config.yml:5:36: node.tls_config.cert_file",
    "config.yml:5:36: node.tls_config.cert_file",
    "config.yml:6:3: node.url",
    "config.yml:7:24: collectors.p-fee.interval",
    "config.yml:7:41: collectors.p-feee",
    "config.yml:8:1: web",
  ]);
});

test.each([
  ["a line break", "a\nb\u001b[31m", "a�b�[31m"],
  ["5,000 digits", "5".repeat(5000), `${"5".repeat(99)}…${"5".repeat(99)}`],
  ["5,000 characters in words", "55 ".repeat(1666), `${"55 ".repeat(33)}…${"55 ".repeat(33)}`],
])("a value with %s has a message of one short line", async (_what, value, shown) => {
  expect(await errorsOf({ argv: [`--node.timeout=${value}`] })).toEqual([
    `--node.timeout: "${shown}" is not a duration such as 15s or 1m30s`,
  ]);
});

test("flags are also validated if the file is not YAML", async () => {
  const file = write("node: [\n");
  const errors = await errorsOf({ argv: ["--config.file", file, "--log.level=loud"] });
  expect(errors).toEqual([
    expect.stringContaining(`${file}:2:1: invalid YAML`),
    "--log.level: expected debug, info, warn or error",
  ]);
});

const own = {
  collector: z.array(z.string()).optional().describe("Only this one."),
  port: z.int().optional().describe("Port."),
  json: z.boolean().optional().describe("As JSON."),
  help: z.boolean().optional().describe("This text."),
};

test("a command's own flags and operands are returned with the configuration", async () => {
  const argv = ["METHOD", "--collector", "a", "--port=80", "--json", "--collector=b", "--", "-1"];
  const { rest } = await loadConfig({ argv, env: {}, command: { flags: own, operands: ["M", "P"] } });
  const names: string[] = rest.flags.collector ?? [];
  const port: number | undefined = rest.flags.port;
  expect({ names, port, rest }).toEqual({
    names: ["a", "b"],
    port: 80,
    rest: { flags: { collector: ["a", "b"], port: 80, json: true }, operands: ["METHOD", "-1"] },
  });
});

test("help is printed also if the configuration is invalid", async () => {
  const argv = ["--node.timeout=never", "-h"];
  const loaded = await loadConfig({ argv, env: {}, command: { flags: own } });
  expect(loaded).toMatchObject({ ok: false, rest: { flags: { help: true } } });
});

test.each([
  [["--port=http"], '--port: expected a whole number, not "http"'],
  [["--json=perhaps"], '--json: expected true or false, not "perhaps"'],
  [["--port"], "--port: a value is missing"],
  [["--prot=5"], "--prot: unknown flag; did you mean --port?"],
])("a command's %j is refused in one line", async (argv, line) => {
  expect(await errorsOf({ argv }, { flags: own })).toEqual([line]);
});
