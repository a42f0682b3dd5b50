/** The Pod of the chart, started with its commands, next to a real node. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createAuthority } from "../../../support/certificates.ts";
import { temporaryFolder } from "../../../support/folder.ts";
import { freePort } from "../../../support/ports.ts";
import { type AvalancheNode, startNode } from "../../support/avalanche-node.ts";
import { eventually } from "../../support/programs.ts";
import { type Manifest, ofKind, render } from "./helm.ts";
import { prepareContainer } from "./pod-runner.ts";

let node: AvalancheNode;
beforeAll(async () => {
  node = await startNode();
});
afterAll(() => node?.stop());

type Secrets = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The Deployment's container and the test's, on a free port. */
async function install(set: readonly string[], secrets: Secrets = {}) {
  const port = await freePort();
  const ports = [`containerPort=${port}`, `service.port=${port}`];
  const manifests = await render({ set: [`config.node.url=${node.url}`, ...ports, ...set] });
  const configMaps = Object.fromEntries(
    ofKind(manifests, "ConfigMap").map(({ metadata, data }) => [metadata.name, data]),
  );
  const services = ofKind(manifests, "Service").map(({ metadata: { name, namespace } }) => `${name}.${namespace}.svc`);
  const cluster = { configMaps, secrets, services };
  const [deployment]: Manifest[] = ofKind(manifests, "Deployment");
  const [asked]: Manifest[] = ofKind(manifests, "Pod");
  return {
    port,
    exporter: await prepareContainer(deployment.spec.template, "exporter", cluster),
    healthcheck: await prepareContainer(asked, "healthcheck", cluster),
  };
}

test("its probes pass, its page reports the node, and after SIGTERM it completes scrapes and exits with 0", async () => {
  const { exporter, healthcheck, port } = await install(
    ["config.node.headers.X-Token.files={/etc/avalanche-exporter/secrets/node/token}", "existingSecrets={node}"],
    { node: { token: "hunter2" } },
  );
  const { startupProbe, livenessProbe, readinessProbe } = exporter.container;
  const running = exporter.start();
  const budget = 1000 * startupProbe.periodSeconds * startupProbe.failureThreshold;
  await eventually("a start", async () => (await exporter.passes(startupProbe)) || undefined, budget);
  await eventually("readiness", async () => (await exporter.passes(readinessProbe)) || undefined);
  expect(await exporter.passes(livenessProbe)).toBe(true);
  const scrape = () => fetch(`http://127.0.0.1:${port}/metrics`);
  await eventually("a node that is up", async () => /^avax_up 1$/m.test(await (await scrape()).text()) || undefined);
  expect(await healthcheck.toEnd()).toMatchObject({ code: 0, err: "" });

  const begun = await Promise.all(Array.from({ length: 30 }, scrape)); // one that is not sent yet would be refused
  const ended = running.stop();
  for (const answer of begun) expect(await answer.text()).toMatch(/^avax_exporter_build_info\{.*\} 1$/m);
  expect(await ended).toBe(0);
  expect(running.output()).not.toContain("hunter2");
  expect(await healthcheck.toEnd()).toMatchObject({ code: 1 });
});

test.each([
  [
    "existingSecrets={node}",
    "config.node.authorization.credentials_file",
    "/etc/avalanche-exporter/secrets/node/token",
  ],
  ["web.existingSecret=web", "", "/etc/avalanche-exporter/web/web-config.yml"],
])("without the Secret of %s it ends with the name of the missing file", async (secret, key, file) => {
  const { exporter } = await install([secret, ...(key === "" ? [] : [`${key}=${file}`])]);
  const { code, err } = await exporter.toEnd();
  expect([code, err]).toEqual([2, expect.stringContaining(`cannot read ${file}: no such file`)]);
  expect(exporter.container.terminationMessagePolicy).toBe("FallbackToLogsOnError");
});

test("it can write nothing, and has and can gain no capability", async () => {
  const { exporter } = await install([]);
  const tries = `
    const { readFileSync, writeFileSync } = require("node:fs");
    const writable = ["/", "/app", "/tmp", "/etc/avalanche-exporter/config", "/home/nonroot"].filter((folder) => {
      try { writeFileSync(folder + "/new", ""); return true; } catch { return false; }
    });
    const status = readFileSync("/proc/self/status", "utf8");
    const of = (name) => new RegExp("^" + name + ":\\\\s*(.*)$", "m").exec(status)[1];
    console.log(JSON.stringify([writable, process.getuid(), of("CapEff"), of("CapPrm"), of("NoNewPrivs")]));`;
  const { out, err } = await exporter.exec(["/nodejs/bin/node", "-e", tries]);
  expect(err).toBe("");
  expect(JSON.parse(out)).toEqual([[], 65_532, "0000000000000000", "0000000000000000", "1"]);
});

test("it runs as any user that the platform chooses", async () => {
  const chosen = ["podSecurityContext.runAsUser=1000660000", "podSecurityContext.runAsGroup=0"];
  const { exporter } = await install(chosen);
  const running = exporter.start();
  await eventually("readiness", async () => (await exporter.passes(exporter.container.readinessProbe)) || undefined);
  expect(await running.stop()).toBe(0);
});

test("it is ready while the node is unreachable", async () => {
  const { exporter, port } = await install(["config.node.url=http://127.0.0.1:1"]);
  const running = exporter.start();
  await eventually("readiness", async () => (await exporter.passes(exporter.container.readinessProbe)) || undefined);
  expect(await exporter.passes(exporter.container.livenessProbe)).toBe(true);
  const page = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  expect(page).toMatch(/^avax_up 0$/m);
  expect(await running.stop()).toBe(0);
});

test("behind TLS and client certificates its probes pass, and so does helm test", async () => {
  const folder = await temporaryFolder();
  createAuthority(folder).server("server");
  const files = ["ca.pem", "server.pem", "server.key"];
  const pems = await Promise.all(files.map((name) => readFile(join(folder, name), "utf8")));
  const tls = ["cert_file: server.pem", "key_file: server.key"];
  const client = ["client_auth_type: RequireAndVerifyClientCert", "client_ca_file: ca.pem"];
  const webOf = (lines: readonly string[]) => ({
    web: {
      ...Object.fromEntries(files.map((name, i) => [name, pems[i] ?? ""])),
      "web-config.yml": `tls_server_config:\n${lines.map((line) => `  ${line}\n`).join("")}`,
    },
  });
  const set = ["web.existingSecret=web", "web.tls=true"];
  for (const { exporter, healthcheck } of [
    await install(set, webOf(tls)),
    await install([...set, "web.clientCertificates=true"], webOf([...tls, ...client])),
  ]) {
    const running = exporter.start();
    const { livenessProbe, readinessProbe } = exporter.container;
    await eventually("readiness", async () => (await exporter.passes(readinessProbe)) || undefined);
    expect(await exporter.passes(livenessProbe)).toBe(true);
    expect(await healthcheck.toEnd()).toMatchObject({ code: 0, err: "" });
    expect(await running.stop()).toBe(0);
    expect(await exporter.passes(livenessProbe)).toBe(false);
  }
});
