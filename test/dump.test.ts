import { mkdirSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { statusText } from "../src/app/cli/status-text.ts";
import { render } from "../src/app/server/page.ts";
import { readAll, readStatus } from "../src/app/target.ts";
import { collectors } from "../src/collectors/all.ts";
import { issuesOf, verdictOf } from "../src/entities/issues.ts";
import { demoWatchOf } from "../src/simulator/demo-watch.ts";
import { networkOf } from "../src/simulator/scenarios.ts";
import { settings } from "./support/run-collector.ts";
import { smallScenarios } from "./support/scenario.ts";
import { startTarget } from "./support/target.ts";

const out = process.env["DUMP_OUT"] ?? "/tmp/dump-out";
mkdirSync(out, { recursive: true });
const start = Date.UTC(2026, 10, 21);
function sortFamilies(text: string) {
  const blocks = text.split(/(?=^# HELP )/m);
  return (
    blocks
      .map((b) => {
        const l = b.split("\n");
        return [...l.slice(0, 2), ...l.slice(2).filter(Boolean).sort()].join("\n");
      })
      .sort()
      .join("\n") + "\n"
  );
}
test.each(smallScenarios)(
  "%s",
  async (scenario) => {
    let now = start;
    const { target, own } = await startTarget({
      only: collectors.map(({ name }) => name),
      simulator: { scenario, network: networkOf(scenario), now: () => now, pause: async () => {} },
      settings: ({ chain }) =>
        settings({ watch: { ...demoWatchOf(chain), own: true }, validators: { detail: "all" } as never }),
      interval: 60_000,
    });
    for (const [i, time] of [30, 120, 240, 600, 660, 13 * 3600].entries()) {
      now = start + time * 1000;
      await target.once();
      const page = target.exposition.text();
      const status = readStatus(target);
      const s = now / 1000;
      const w = (ext: string, text: string) =>
        writeFileSync(`${out}/${scenario}.${i}.${ext}`, text.replaceAll(/127\.0\.0\.1:\d+/g, "HOST"));
      w("prom", sortFamilies(page));
      w("json", JSON.stringify(readAll([target]), null, 1));
      w("status", statusText(status, { hasColor: false, now: s }));
      w("issues", JSON.stringify(issuesOf(status, s), null, 1) + verdictOf(status, s));
      w(
        "html",
        render(
          {
            version: "1",
            revision: "a",
            at: now,
            hasReloadFailed: false,
            telemetryPath: "/metrics",
            repository: undefined,
          } as never,
          [{ status, collectors: target.collectorStates() }],
        ),
      );
      w(
        "own",
        (await own())
          .split("\n")
          .filter((l) => !/seconds|process_|nodejs_|bytes|build_info|start_time/.test(l) || l.startsWith("#"))
          .sort()
          .join("\n"),
      );
    }
    expect(1).toBe(1);
  },
  120_000,
);
