import { writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import packageJson from "../../../package.json" with { type: "json" };
import { demo } from "../../../src/app/cli/demo.ts";
import { summaries } from "../../../src/app/cli/usage.ts";
import { collectors } from "../../../src/collectors/all.ts";
import { demoWatchOf } from "../../../src/simulator/demo-watch.ts";
import { scenarios } from "../../../src/simulator/scenarios.ts";
import { createSimulator } from "../../../src/simulator/simulator.ts";
import { startNode } from "../../support/exporter.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { createIo } from "../../support/io.ts";
import { callLimit } from "../../support/limits.ts";
import { untilListening } from "../../support/listening.ts";
import { freePort } from "../../support/ports.ts";
import { runToEnd, startProgram } from "../../support/program.ts";
import { serve } from "../../support/server.ts";
import { until } from "../../support/until.ts";

const fetched = (url: string) => until(async () => (await fetch(url)).text());

test.each([["--help"], ["-h"], ["help"]])("%s lists the commands", async (word) => {
  const { code, out, err } = await runToEnd([word]);
  expect([code, err]).toEqual([0, ""]);
  for (const [name, summary] of Object.entries(summaries))
    expect(out).toMatch(new RegExp(`  ${name} +${RegExp.escape(summary.slice(0, 20))}`));
});

test.each(Object.keys(summaries))("%s --help shows the summary, the flags and an example", async (name) => {
  const { code, out } = await runToEnd([name, "--help"]);
  expect(code).toBe(0);
  expect(out).toContain(summaries[name as keyof typeof summaries]);
  expect(out).toMatch(/^Usage: avalanche-exporter /m);
  expect(out).toMatch(/^Examples:\n {2}avalanche-exporter/m);
  expect(out).toContain("--help");
  for (const line of out.split("\n")) expect(line.length).toBeLessThanOrEqual(110);
});

test("a command after flags is rejected with the right position", async () => {
  const { code, err } = await runToEnd(["--log.level=warn", "once"]);
  expect([code, err]).toEqual([2, 'unexpected argument "once"\nonce: the command must come before its flags\n']);
});

test.each([["serve --version"], ["--version"], ["-v"], ["version"]])(
  "%s prints version, revision, Node.js and platform",
  async (line) => {
    const { code, out, err } = await runToEnd(line.split(" "), { SOURCE_COMMIT: "0123abc" });
    expect([code, out.split("\n"), err]).toEqual([
      0,
      [
        `avalanche-exporter, version ${packageJson.version} (branch: unknown, revision: 0123abc)`,
        `  Node.js:          ${process.version}`,
        `  platform:         ${process.platform}/${process.arch}`,
        "",
      ],
      "",
    ]);
  },
);

test("an unknown command is refused with the nearest name", async () => {
  expect(await runToEnd(["sevre"])).toEqual({ code: 2, out: "", err: "sevre: unknown command; did you mean serve?\n" });
});

test("errors of the configuration are one line each, and the exit code is 2", async () => {
  const { code, out, err } = await runToEnd(["--node.timeout=soon", "--node.ulr=x"], {
    AVAX_EXPORTER_LOG_LEVEL: "no",
  });
  expect([code, out, err.trimEnd().split("\n").length]).toEqual([2, "", 3]);
  expect(err).toContain("--node.ulr");
  expect(err).toContain("--node.timeout");
  expect(err).toContain("AVAX_EXPORTER_LOG_LEVEL");
});

test.each(["serve", "demo", "check-config"])(
  "%s prints a line for each error of the web configuration",
  async (name) => {
    const file = join(await temporaryFolder(), "web.yml");
    const flags = [`--web.config.file=${file}`, "--log.level=error"];
    await writeFile(file, "basic_auth_users:\n  alice: hunter2\nrate: 1\n");
    const { code, out, err } = await runToEnd([name, ...flags]);
    expect([code, out]).toEqual([2, ""]);
    expect(err.split("\n")).toEqual([
      `${file}:2:3: basic_auth_users.alice: is not a bcrypt hash: create one with htpasswd -nBC 10`,
      `${file}:3:1: rate: unknown key; allowed: tls_server_config, http_server_config, basic_auth_users`,
      "",
    ]);
  },
);

test("check-config accepts a valid web configuration", async () => {
  const file = join(await temporaryFolder(), "web.yml");
  await writeFile(file, "http_server_config: { headers: { X-Frame-Options: deny } }\n");
  const { code, err } = await runToEnd(["check-config", `--web.config.file=${file}`]);
  expect([code, err]).toEqual([0, ""]);
});

test("serve responds until it is stopped, and exits with 0", async () => {
  const program = startProgram([`--node.url=${(await startNode()).url}`, "--web.listen-address=127.0.0.1:0"]);
  const url = await untilListening(program.err);
  await until(async () => expect(await fetched(`${url}/metrics`)).toContain("\navax_up 1\n"));
  program.stop();
  expect(await program.code).toBe(0);
  expect(program.err()).toContain(`"url":"${url}/metrics","msg":"listening"`);
});

test("serve exits with 1 and prints the reason if the port is in use", async () => {
  const { port } = await serve(() => {});
  const { code, err } = await runToEnd([`--web.listen-address=127.0.0.1:${port}`]);
  expect([code, err]).toEqual([1, expect.stringContaining(`127.0.0.1:${port}: address already in use`)]);
});

test("demo listens on loopback unless another address is set", async () => {
  const occupied = createServer()
    .listen(10652, "127.0.0.1")
    .on("error", () => {}); // another program can already listen there
  onTestFinished(() => void occupied.close());
  const { code, err } = await runToEnd(["demo", "--log.level=error"]);
  expect([code, err]).toEqual([
    1,
    "web.listen_address 127.0.0.1:10652: address already in use: is another instance running?\n",
  ]);
  expect((await runToEnd(["demo", "--help"])).out).toContain("(default: 127.0.0.1:10652)");
});

test("demo prints the URL at which this machine reaches it", async () => {
  const port = await freePort();
  const program = startProgram(["demo", `--web.listen-address=:${port}`, "--log.level=error"]);
  await until(() => expect(program.out()).toContain(`  http://127.0.0.1:${port}/metrics `));
  expect(await fetched(`http://127.0.0.1:${port}/-/healthy`)).toBe("healthy\n");
});

test("demo and simulate refuse a scenario that does not exist", async () => {
  const message = '--scenario: unknown scenario "helthy"; did you mean healthy?\n';
  for (const name of ["demo", "simulate"]) {
    expect(await runToEnd([name, "--scenario=helthy"])).toEqual({ code: 2, out: "", err: message });
  }
});

test("simulate serves a node of the given size until it is stopped", async () => {
  const program = startProgram(["simulate", "--port=0", "--seed=7", "--validators=33", "--l1s=2", "--l1-validators=3"]);
  const url = await untilListening(program.out);
  const { out } = await runToEnd(["call", "platform.getCurrentValidators", `--node.url=${url}`]);
  expect(JSON.parse(out).validators.length).toBe(33);
  program.stop();
  expect(await program.code).toBe(0);
});

test.each([
  ["--validators=1.5", "expected a whole number, not 1.5"],
  ["--l1s=-3", "expected at least 0"],
  ["--seed=one", 'expected a whole number, not "one"'],
  ["--port=99999", "expected at most 65535"],
])("simulate refuses %s", async (flag, message) => {
  expect(await runToEnd(["simulate", flag])).toEqual({ code: 2, out: "", err: `${flag.split("=")[0]}: ${message}\n` });
});

test.each(["-1", "1000000000", "fast"])("demo and simulate reject the time scale %s", async (scale) => {
  for (const name of ["demo", "simulate"]) {
    const err = "--time-scale: expected a number from 0 to 100000, such as 60 or 0.5\n";
    expect(await runToEnd([name, `--time-scale=${scale}`])).toEqual({ code: 2, out: "", err });
  }
});

async function startSimulation(...flags: string[]) {
  const program = startProgram(["simulate", "--port=0", ...flags]);
  const url = await untilListening(program.out);
  const control = async (method: string, path: string, body?: object) => {
    const headers = { "content-type": "application/json" };
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const response = await fetch(`${url}/control/${path}`, init);
    return { status: response.status, text: await response.text() };
  };
  const ask = async (...words: string[]) => {
    const { out } = await runToEnd(["call", ...words, `--node.url=${url}`, `--node.timeout=${callLimit}ms`]);
    return JSON.parse(out);
  };
  onTestFinished(() => program.stop());
  return { control, ask };
}

test("simulate --control lets a test stop the clock, move it and switch faults", async () => {
  const { control, ask } = await startSimulation("--control", "--time-scale=0");
  const before = JSON.parse((await control("GET", "time")).text).time;
  const after = JSON.parse((await control("POST", "time", { advance: "1h" })).text).time;
  const fault = await control("POST", "faults", { method: "platform.getHeight", fault: { kind: "hang" }, times: 1 });
  const chain = Date.parse((await ask("platform.getTimestamp")).timestamp);
  expect([Date.parse(after) - Date.parse(before), fault.status]).toEqual([3_600_000, 200]);
  expect(chain).toBeGreaterThan(Date.parse(before));
});

/** Returns the flags of the command that `simulate` prints. */
const flagsIn = (out: string) => {
  const [, flags = ""] = /^avalanche-exporter \\\n((?: {2}--.+\n)+)/m.exec(out) ?? [];
  return flags.split(/[\s\\]+/).filter((word) => word !== "");
};

test("simulate prints flags that watch what demo watches, and the ID of the validator that the scenario names", async () => {
  const program = startProgram(["simulate", "--port=0", "--scenario=validator-offline"]);
  await untilListening(program.out);
  const { chain } = createSimulator({ scenario: "validator-offline", network: "simulated" });
  const { blockchain_ids: _, ...withFlag } = demoWatchOf(chain);
  const watched = Object.values(withFlag).map((list) => list.map(({ id }) => id).join(","));
  expect(flagsIn(program.out())).toEqual(expect.arrayContaining(watched));
  expect(program.out()).toContain(`\ndemo-1 is ${chain.names.nodeId(1)}.\n`);
});

test("simulate uses the network of the scenario, unless another one is given", async () => {
  const networkOf = async (...flags: string[]) =>
    (await (await startSimulation(...flags)).ask("info.getNetworkName")).networkName;
  expect(await networkOf("--scenario=quiet")).toBe("fuji");
  expect(await networkOf("--scenario=quiet", "--network=local")).toBe("local");
  expect(await networkOf("--scenario=halted")).toBe("simulated");
});

test("simulate without --control has no such paths", async () => {
  const { control } = await startSimulation();
  expect(await control("GET", "time")).toEqual({ status: 404, text: "404 page not found\n" });
});

test("simulate --help has one line for each scenario", async () => {
  const { out } = await runToEnd(["simulate", "--help"]);
  for (const [name, { summary }] of Object.entries(scenarios)) {
    const lines = out.split("\n").filter((line) => line.startsWith(`  ${name} `));
    expect(lines.map((line) => line.endsWith(` ${summary}`))).toEqual([true]);
  }
});

test("simulate exits with 1 and prints the reason if the port is in use", async () => {
  const { port } = new URL((await startNode()).url);
  const { code, err } = await runToEnd(["simulate", `--port=${port}`]);
  expect([code, err]).toEqual([1, `--port ${port}: address already in use: is another instance running?\n`]);
});

test("once prints the metrics, logs nothing below a warning, and exits with 0", async () => {
  const { code, out, err } = await runToEnd(["once", `--node.url=${(await startNode()).url}`]);
  expect([code, err]).toEqual([0, ""]);
  expect(out).toMatch(/^avax_pchain_height\{.*\} \d+$/m);
  expect(out).toMatch(/^avax_up 1$/m);
  expect(out).not.toContain("process_");
});

test("once runs only the given collectors", async () => {
  const { out } = await runToEnd([
    "once",
    "--only",
    "p-fee",
    "--only=x-height",
    `--node.url=${(await startNode()).url}`,
  ]);
  expect(out.match(/^avax_exporter_collector_success\{.*/gm)?.toSorted()).toEqual([
    'avax_exporter_collector_success{collector="p-fee"} 1',
    'avax_exporter_collector_success{collector="x-height"} 1',
  ]);
});

test.each([
  ["l1-validators", "watch.validation_ids"],
  ["subnets", "watch.subnet_ids"],
  ["addresses", "watch.addresses"],
])(
  "once refuses --only %s while %s is empty, also together with one that has something to collect",
  async (name, list) => {
    const line = `collector ${name}: nothing to collect; set ${list}\n`;
    const refused = { code: 2, out: "", err: line };
    expect(await runToEnd(["once", "--only", name])).toEqual(refused);
    expect(await runToEnd(["once", "--only=p-height", "--only", name])).toEqual(refused);
  },
);

test("once refuses a configuration in which no collector has anything to collect", async () => {
  const disabled = new Set(collectors.map(({ name }) => `--no-collector.${name}`));
  expect(await runToEnd(["once", ...disabled])).toEqual({
    code: 2,
    out: "",
    err: "nothing to collect: every collector is disabled\n",
  });
  disabled.delete("--no-collector.addresses");
  expect(await runToEnd(["once", ...disabled])).toEqual({
    code: 2,
    out: "",
    err: "collector addresses: nothing to collect; set watch.addresses\n",
  });
});

test("once exits with 1 if a required collector failed, and with 0 if another one failed", async () => {
  const { url } = await startNode({
    faults: [
      { method: "platform.getFeeState", fault: { kind: "empty" } },
      { method: "avm.getTxFee", fault: { kind: "empty" } },
    ],
  });
  const [required, other] = await Promise.all(
    ["p-fee", "x-fee"].map((name) => runToEnd(["once", "--only", name, `--node.url=${url}`])),
  );
  expect([required?.code, other?.code]).toEqual([1, 0]);
});

test("once refuses a collector that does not exist", async () => {
  const { code, err } = await runToEnd(["once", "--only", "p-fees"]);
  expect([code, err]).toEqual([2, '--only: unknown collector "p-fees"; did you mean p-fee?\n']);
});

test("--help lists every setting that the command uses, and the collectors", async () => {
  const [once, call] = await Promise.all(["once", "call"].map((name) => runToEnd([name, "--help"])));
  for (const text of ["collector.NAME ", "  p-fee ", "node.timeout "]) expect(once?.out).toContain(text);
  expect(once?.out).not.toContain("--web.");
  expect(call?.out).toContain("--node.timeout ");
  expect(call?.out).not.toMatch(/--watch|--collector|--web|^Collectors/m);
});

test.each([
  ["once --no-web.enable-lifecycle", "--no-web.enable-lifecycle: unknown flag; see avalanche-exporter once --help"],
  ["completion bash --log.level=info", "--log.level: unknown flag; see avalanche-exporter completion --help"],
  ["serve --bogus", "--bogus: unknown flag; see avalanche-exporter serve --help"],
  ["--collector.fooo", "--collector.fooo: unknown flag; see avalanche-exporter serve --help"],
  ...[
    ["collector.p-fee.stale-after", "collectors.p-fee.stale_after"],
    ["collector.p-validators.interval", "collectors.p-validators.interval"],
    ["series-limit", "series_limit"],
    ["node.basic-auth", "node.basic_auth"],
  ].map(([flag, key]): [string, string] => [
    `--${flag}=1h`,
    `--${flag}: unknown flag; set ${key} in the configuration file`,
  ]),
  ["call --nod.url=x", "--nod.url: unknown flag; did you mean --node.url?"],
  ["simulate --sede=1", "--sede: unknown flag; did you mean --seed?"],
])("%s is refused with the flag to use, or where to find it", async (line, message) => {
  expect(await runToEnd(line.split(" "))).toEqual({ code: 2, out: "", err: `${message}\n` });
});

test("a command without settings ignores those in the environment", async () => {
  const { code } = await runToEnd(["completion", "bash"], { AVAX_EXPORTER_LOG_LEVEL: "no" });
  expect(code).toBe(0);
});

test("the first log lines report version, node and collectors, then the address, then the node's state", async () => {
  const { url } = await startNode();
  const program = startProgram([`--node.url=${url}`, "--web.listen-address=127.0.0.1:0"]);
  const lines = await until(async () => {
    const all = program
      .err()
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    return all.length >= 3 ? all : Promise.reject(new Error("not yet"));
  });
  expect(lines.slice(0, 3)).toMatchObject([
    {
      msg: "starting",
      version: packageJson.version,
      nodeJs: process.versions.node,
      nodeUrl: url,
      collectors: expect.stringMatching(/^p-height .*\bhealth\b/),
    },
    { msg: "listening", url: expect.stringContaining("/metrics") },
    { msg: "node reachable", nodeId: expect.stringMatching(/^NodeID-/) },
  ]);
});

test("debug logs method, time and bytes of each call", async () => {
  const { url } = await startNode();
  const { err } = await runToEnd(["once", "--only=p-supply", `--node.url=${url}`, "--log.level=debug"]);
  const calls = err
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg === "rpc call");
  expect(calls.map(({ method }) => method).toSorted()).toEqual(["info.getNetworkName", "platform.getCurrentSupply"]);
  expect(calls.filter(({ method }) => method === "platform.getCurrentSupply")).toMatchObject([
    { method: "platform.getCurrentSupply", ms: expect.any(Number), bytes: expect.any(Number) },
  ]);
});

test("demo closes its simulated node when the exporter throws", async () => {
  const servers = () => process.getActiveResourcesInfo().filter((name) => name === "TCPServerWrap").length;
  const { io } = createIo();
  const onCrash = () => {
    throw new Error("boom");
  };
  await expect(demo.run({ ...io, onCrash }, ["--log.level=error"])).rejects.toThrow("boom");
  await until(() => expect(servers()).toBe(0));
});
