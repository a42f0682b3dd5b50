/** A real Alertmanager with its own configuration and receiver. */
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { eventually, ofAlertmanager, type Running, run } from "./programs.ts";

/** Notification of a webhook. */
type Notified = {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly status: "firing" | "resolved";
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
};
/** Alert of the API. */
type Held = Pick<Notified, "labels"> & {
  readonly startsAt: string;
  readonly status: { readonly state: string; readonly inhibitedBy: readonly string[] };
};

/** Receives the notifications of a webhook. */
export async function startReceiver() {
  const notified: Notified[] = [];
  const server = createServer(async (request, response) => {
    const { alerts } = (await json(request)) as { readonly alerts: readonly Omit<Notified, "at">[] };
    notified.push(...alerts.map((alert) => ({ ...alert, at: Date.now() })));
    response.end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, notified: notified as readonly Notified[], close: () => server.close() };
}

export type Alertmanager = Running & { readonly address: string; readonly held: () => Promise<readonly Held[]> };

export async function startAlertmanager(config: string): Promise<Alertmanager> {
  const folder = await mkdtemp(join(tmpdir(), "alertmanager-"));
  const file = join(folder, "alertmanager.yaml");
  await writeFile(file, config);
  const running = run(ofAlertmanager("alertmanager"), [
    `--config.file=${file}`,
    `--storage.path=${folder}/data`,
    "--web.listen-address=127.0.0.1:0",
    "--cluster.listen-address=",
  ]);
  const listening = /msg="Listening on" address=(127\.0\.0\.1:\d+)/;
  const address = await eventually("a listening Alertmanager", async () => listening.exec(running.output())?.[1]);
  await eventually("a ready Alertmanager", async () => (await fetch(`http://${address}/-/ready`)).ok || undefined);
  return {
    ...running,
    address,
    held: async () => (await (await fetch(`http://${address}/api/v2/alerts`)).json()) as readonly Held[],
    async stop(signal) {
      const code = await running.stop(signal);
      await rm(folder, { recursive: true, force: true });
      return code;
    },
  };
}
