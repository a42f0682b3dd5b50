/** Secrets that appear and change while the exporter runs. */
import bcrypt from "bcrypt";
import { expect, test } from "vitest";
import { eventually } from "../support/programs.ts";
import { type Client, chart, type Manifest, ownImage } from "./support/client.ts";
import { publishedChart } from "./support/images.ts";
import { simulatedNode } from "./support/simulated-node.ts";

const namespace = "credentials";

const secret = (name: string, stringData: Readonly<Record<string, string>>) => ({
  apiVersion: "v1",
  kind: "Secret",
  metadata: { name, namespace },
  stringData,
});

export function credentialTests(client: () => Client) {
  const podOf = async (): Promise<Manifest> => (await client().pods(namespace, "app.kubernetes.io/instance=watch"))[0];
  /** Whether the node accepts the token. Other collectors retry later. */
  const isAccepted = async (value: number): Promise<unknown> =>
    client().eventuallyHas(await podOf(), 'avax_exporter_collector_success{collector="p-height"}', value);
  const restartsOf = async (release: string): Promise<readonly number[]> => {
    const pods = await client().pods(namespace, `app.kubernetes.io/instance=${release}`);
    return pods.map(({ status }) => status.containerStatuses[0].restartCount);
  };

  test("without its Secret the exporter ends and names the missing file; it runs once the Secret exists", async () => {
    const { apply, createNamespace, helm, kubectl } = client();
    await createNamespace(namespace);
    await apply(
      secret("accepted", { token: "first" }),
      ...simulatedNode(namespace, "node", { tokenSecret: "accepted" }),
    );
    await kubectl("wait", "--for=condition=Ready", "pod/node", "--namespace", namespace, "--timeout=60s");
    const file = "/etc/avalanche-exporter/secrets/exporter/token";
    const values = [
      "--set=config.node.url=http://node:9650",
      `--set=config.node.authorization.credentials_file=${file}`,
      "--set=existingSecrets={exporter}",
      "--set=config.collectors.p-height.interval=1s",
    ];
    await helm("install", "watch", chart, `--namespace=${namespace}`, ...ownImage(), ...values);
    const ended = await eventually("an end", async () => {
      const { state, lastState } = (await podOf()).status.containerStatuses?.[0] ?? {};
      return state?.terminated ?? lastState?.terminated;
    });
    expect([ended.exitCode, ended.message]).toEqual([2, expect.stringContaining(`cannot read ${file}`)]);
    await apply(secret("exporter", { token: "first" }));
    await kubectl(
      "rollout",
      "status",
      "deployment/watch-avalanche-exporter",
      "--namespace",
      namespace,
      "--timeout=60s",
    );
  });

  test("a rotated token is used without a restart", async () => {
    const { apply } = client();
    const before = await restartsOf("watch");
    await apply(secret("accepted", { token: "second" }));
    await isAccepted(0);
    await apply(secret("exporter", { token: "second" }));
    await isAccepted(1);
    expect(await restartsOf("watch")).toEqual(before);
  });

  test("the published chart is installed; a rotated password is used without a restart; the Pod ends with 0", async () => {
    const { apply, helm, curl, urlOf, watchPod } = client();
    const withPassword = async (password: string) =>
      secret("web", { "web-config.yml": `basic_auth_users:\n  prometheus: ${await bcrypt.hash(password, 4)}\n` });
    await apply(await withPassword("first"));
    const values = ["--set=config.node.url=http://node:9650", "--set=web.existingSecret=web", "--wait"];
    await helm("install", "locked", publishedChart, `--namespace=${namespace}`, ...ownImage(), ...values);
    const [pod] = await client().pods(namespace, "app.kubernetes.io/instance=locked");
    const statusFor = async (password: string) => {
      const user = ["--user", `prometheus:${password}`];
      return (await curl(`${urlOf(pod)}/metrics`, ...user, "--output", "/dev/null", "--write-out", "%{http_code}")).out;
    };
    expect([await statusFor("first"), await statusFor("second")]).toEqual(["200", "401"]);
    await apply(await withPassword("second"));
    await eventually("the new password", async () => (await statusFor("second")) === "200" || undefined);
    expect(await statusFor("first")).toBe("401");
    expect(await restartsOf("locked")).toEqual([0]);
    const exits = watchPod(pod, "{.status.containerStatuses[0].state.terminated.exitCode}");
    await helm("uninstall", "locked", `--namespace=${namespace}`);
    await eventually("an exit status", async () => (/^\d+$/m.exec(exits.output()) ?? [])[0] === "0" || undefined);
    await exits.stop();
  });
}
