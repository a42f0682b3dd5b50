/** Consistency of the files of the container demonstration, which tests cannot start. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { optionsOf, variableOf } from "../../../src/app/config/options.ts";
import { configSchema } from "../../../src/app/config/schema.ts";
import { collectors } from "../../../src/collectors/all.ts";

const grafana = join(import.meta.dirname, "../../../grafana");
const read = (file: string) => parse(readFileSync(join(grafana, file), "utf8"));

type Service = {
  readonly image?: string;
  readonly build?: string;
  readonly command?: string | readonly string[];
  readonly environment?: readonly string[] | Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
  readonly depends_on?: readonly string[];
};
const compose = read("compose.yaml");
const services: Readonly<Record<string, Service>> = compose.services;
const all = Object.values(services);
const mounts = all.flatMap(({ volumes = [] }) => volumes.map((volume) => volume.split(":")));
/** Returns the path of a file of `grafana/` in a service. */
const mountedAt = (file: string) => mounts.find(([from]) => from === `./${file}`)?.[1];
/** Returns `service:port` of URLs in a text. */
const isServed = (address: string) => {
  const [name = "", port] = address.split(":");
  return (services[name]?.ports ?? []).some((one) => one.endsWith(`:${port}`));
};

test("images are of one version each, and the exporter's is built from here", () => {
  expect(
    Object.entries(services)
      .filter(([, { image }]) => !image)
      .map(([name]) => name),
  ).toEqual(["exporter"]);
  expect(all.filter(({ image }) => image && !/^[\w.-]+\/[\w./-]+:v?\d+\.\d+\.\d+$/.test(image))).toEqual([]);
  expect(existsSync(join(grafana, services["exporter"]?.build ?? "", "Dockerfile"))).toBe(true);
});

test("mounted files exist, or are volumes", () => {
  for (const [from = ""] of mounts) {
    if (from.startsWith(".")) expect(existsSync(join(grafana, from)), from).toBe(true);
    else expect(Object.keys(compose.volumes)).toContain(from);
  }
});

test("no port is reachable from other machines", () => {
  expect(all.flatMap(({ ports = [] }) => ports).filter((port) => !port.startsWith("127.0.0.1:"))).toEqual([]);
});

test("each program reads the file that is mounted for it", () => {
  expect(services["prometheus"]?.command).toContain(`--config.file=${mountedAt("prometheus.yaml")}`);
  expect(services["alertmanager"]?.command).toContain(`--config.file=${mountedAt("alertmanager.yaml")}`);
  expect(mountedAt("rules")).toBe(join(mountedAt("prometheus.yaml") ?? "", "../rules"));
  expect(mountedAt("provisioning")).toBe("/etc/grafana/provisioning");
  const [provider] = read("provisioning/dashboards/avalanche-exporter.yaml").providers;
  expect(provider.options.path).toBe(mountedAt("dashboards"));
});

test("Grafana opens a dashboard that exists", () => {
  const environment = services["grafana"]?.environment as Readonly<Record<string, string>>;
  const home = environment["GF_DASHBOARDS_DEFAULT_HOME_DASHBOARD_PATH"] ?? "";
  expect(existsSync(home.replace(mountedAt("dashboards") ?? "", join(grafana, "dashboards")))).toBe(true);
});

test("Prometheus and Grafana use the addresses of the services", () => {
  const { scrape_configs, alerting } = read("prometheus.yaml");
  type Asked = { readonly static_configs: readonly { readonly targets: readonly string[] }[] };
  const targets = [...scrape_configs, ...alerting.alertmanagers].flatMap(({ static_configs }: Asked) =>
    static_configs.flatMap((one) => one.targets),
  );
  const { datasources } = read("provisioning/datasources/avalanche-exporter.yaml");
  const hosts = datasources.map(({ url }: { readonly url: string }) => new URL(url).host);
  expect([...targets, ...hosts].filter((address) => !isServed(address))).toEqual([]);
});

test("the exporter's variables are settings of the exporter", () => {
  const known = optionsOf(configSchema(collectors)).map(({ flag }) => variableOf(flag));
  const given = services["exporter"]?.environment as readonly string[];
  expect(given.filter((name) => !known.includes(name))).toEqual([]);
});
