import { expect, test } from "vitest";
import * as z from "zod";
import { configHelp, flagHelp } from "../../../src/app/cli/command.ts";
import { collapseCollectors, entriesOf, optionsOf, ownFlagsOf, variableOf } from "../../../src/app/config/options.ts";
import { collectors, schema } from "./fake-collectors.ts";

const options = optionsOf(schema);

test("the flags and their keys in the file", () => {
  const list = collapseCollectors(options).map(({ flag, path, kind, defaultText }) => [
    flag,
    path.join("."),
    kind,
    defaultText,
  ]);
  expect(list).toEqual([
    ["config.file", "", "string", ""],
    ["node.url", "node.url", "string", "http://127.0.0.1:9650"],
    ["node.timeout", "node.timeout", "string", "10s"],
    ["node.host-header", "node.host_header", "string", ""],
    ["watch.node-id", "watch.node_ids", "list", ""],
    ["watch.own", "watch.own", "boolean", "true"],
    ["watch.subnet-id", "watch.subnet_ids", "list", ""],
    ["watch.validation-id", "watch.validation_ids", "list", ""],
    ["watch.address", "watch.addresses", "list", ""],
    ["watch.evm-address", "watch.evm_addresses", "list", ""],
    ["validators.detail", "validators.detail", "string", "watched"],
    ["l1.detail", "l1.detail", "string", "all; low if all L1s together have more than 1000 validators"],
    ["collector.NAME", "collectors.NAME.enabled", "boolean", "per collector"],
    ["web.listen-address", "web.listen_address", "string", ":10652"],
    ["web.telemetry-path", "web.telemetry_path", "string", "/metrics"],
    ["web.config.file", "web.config_file", "string", ""],
    ["web.external-url", "web.external_url", "string", "Host header of the request"],
    ["web.enable-lifecycle", "web.enable_lifecycle", "boolean", "false"],
    ["log.level", "log.level", "string", "info"],
    ["log.format", "log.format", "string", "pretty on a terminal, otherwise json"],
  ]);
});

test("the settings without a flag", () => {
  const withoutFlag = collapseCollectors(entriesOf(schema).filter(({ isFileOnly }) => isFileOnly));
  expect(withoutFlag.map(({ path }) => path.join("."))).toEqual([
    "node.network",
    "node.authorization",
    "node.basic_auth",
    "node.tls_config",
    "node.headers",
    "nodes",
    "watch.blockchain_ids",
    "watch.indexes",
    "validators.top",
    "collectors.NAME.interval",
    "collectors.NAME.timeout",
    "collectors.NAME.stale_after",
    "series_limit",
  ]);
});

test("every collector has a flag and a variable that enable it", () => {
  const own = options.filter(({ collector }) => collector === "p-validators");
  expect(own.map(({ flag, defaultText }) => [flag, variableOf(flag), defaultText])).toEqual([
    ["collector.p-validators", "AVAX_EXPORTER_COLLECTOR_P_VALIDATORS", "true"],
  ]);
});

test("no two settings have the same variable", () => {
  expect(new Set(options.map(({ flag }) => variableOf(flag))).size).toBe(options.length);
});

test("every leaf of the schema has a description", () => {
  for (const { path, description } of entriesOf(schema)) expect(description, path.join(".")).toMatch(/^[A-Za-z].*\.$/);
});

test("help fits into 100 columns and names every flag and collector", () => {
  const help = configHelp(collectors, options);
  expect(Math.max(...help.split("\n").map((line) => line.length))).toBeLessThanOrEqual(100);
  for (const { flag } of collapseCollectors(options)) expect(help).toContain(flag);
  expect(help).toMatch(/^ {2}--\[no-\]collector\.NAME {2,}Enable the collector\. \(default: per collector\)$/m);
  expect(help).toMatch(/^ {2}admin {2,}Administration\. \(every 5m, disabled by default\)$/m);
});

test("help of a command is aligned", () => {
  const flags = z.object({
    collector: z.array(z.string()).meta({ placeholder: "TEXT", description: "Only this one. May be repeated." }),
    help: z.boolean().optional().describe("This text."),
  });
  expect(flagHelp(ownFlagsOf(flags))).toBe(
    "  --collector TEXT  Only this one. May be repeated.\n  --help            This text.",
  );
  expect(flagHelp([])).toBe("");
});
