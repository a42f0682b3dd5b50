/** Alertmanager as the Prometheus operator configures it from an AlertmanagerConfig, with receivers that are webhooks. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { eventually, ofAlertmanager } from "../../support/programs.ts";
import type { Client, Manifest } from "./client.ts";

const matcherOf = ({ name, matchType, value }: Manifest) => `${name}${matchType}${JSON.stringify(value)}`;
const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Restricts a matcher list to the alerts of the namespace. */
const within = (namespace: string, matchers: readonly Manifest[]) => [
  `namespace=${JSON.stringify(namespace)}`,
  ...matchers.map(matcherOf),
];

async function configOf({ kubectl }: Client, { metadata: { namespace, name }, spec }: Manifest) {
  const nameOf = (receiver: string) => `${namespace}/${name}/${receiver}`;
  const routeOf = ({ receiver, matchers = [], routes = [], ...rest }: Manifest): object => ({
    ...Object.fromEntries(Object.entries(rest).map(([key, value]) => [snakeCase(key), value])),
    ...(receiver && { receiver: nameOf(receiver) }),
    matchers: matchers.map(matcherOf),
    routes: routes.map(routeOf),
  });
  const webhookOf = async ({ urlSecret }: Manifest) => {
    const secret = JSON.parse(
      await kubectl("get", "secret", urlSecret.name, "--namespace", namespace, "--output=json"),
    );
    return { url: Buffer.from(secret.data[urlSecret.key], "base64").toString() };
  };
  const receivers = spec.receivers.map(async ({ name: receiver, webhookConfigs = [] }: Manifest) => ({
    name: nameOf(receiver),
    webhook_configs: await Promise.all(webhookConfigs.map(webhookOf)),
  }));
  return {
    route: {
      receiver: "null",
      routes: [{ ...routeOf(spec.route), matchers: within(namespace, spec.route.matchers), continue: true }],
    },
    receivers: [{ name: "null" }, ...(await Promise.all(receivers))],
    inhibit_rules: spec.inhibitRules.map(({ sourceMatch, targetMatch, equal }: Manifest) => ({
      source_matchers: within(namespace, sourceMatch),
      target_matchers: within(namespace, targetMatch),
      equal,
    })),
  };
}

/** Starts it in the network of the cluster, and returns its address. It does not wait for other alerts of a group. */
export async function startAlerting(client: Client, config: Manifest) {
  const { folder, respond, start } = client;
  const file = join(folder, "alertmanager.json");
  const text = JSON.stringify(await configOf(client, config));
  await writeFile(file, text.replaceAll(/"group_wait":"\w+"/g, '"group_wait":"1s"'));
  const address = "127.0.0.1:9093";
  const alertmanager = start(ofAlertmanager("alertmanager"), [
    `--config.file=${file}`,
    `--storage.path=${join(folder, "alertmanager")}`,
    `--web.listen-address=${address}`,
    "--cluster.listen-address=",
  ]);
  await eventually("a ready Alertmanager", () => respond(`http://${address}/-/ready`));
  return { address, stop: () => alertmanager.stop() };
}
