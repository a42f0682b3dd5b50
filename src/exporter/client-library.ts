/** Of the client library what is used here. Beside it the package's own entry loads OpenTelemetry's API, for exemplars that
 *  nobody asks for, which takes 10 ms at every start. The paths are not documented: the version is pinned. */
import Counter from "prom-client/lib/counter.js";
import Gauge from "prom-client/lib/gauge.js";
import Histogram from "prom-client/lib/histogram.js";
import eventLoopLag from "prom-client/lib/metrics/eventLoopLag.js";
import gc from "prom-client/lib/metrics/gc.js";
import heapSizeAndUsed from "prom-client/lib/metrics/heapSizeAndUsed.js";
import heapSpacesSizeAndUsed from "prom-client/lib/metrics/heapSpacesSizeAndUsed.js";
import osMemoryHeap from "prom-client/lib/metrics/osMemoryHeap.js";
import processMaxFileDescriptors from "prom-client/lib/metrics/processMaxFileDescriptors.js";
import processOpenFileDescriptors from "prom-client/lib/metrics/processOpenFileDescriptors.js";
import processStartTime from "prom-client/lib/metrics/processStartTime.js";
import version from "prom-client/lib/metrics/version.js";
import Registry from "prom-client/lib/registry.js";

export { Counter, Gauge, Histogram, Registry };

const ofLibrary = [
  processStartTime,
  osMemoryHeap,
  processOpenFileDescriptors,
  processMaxFileDescriptors,
  eventLoopLag,
  heapSizeAndUsed,
  heapSpacesSizeAndUsed,
  version,
  gc,
];

/** The library's default metrics, but for those whose names break Prometheus's own rules and per-handle detail, which is of
 *  no use to an operator. */
export function collectProcessMetrics(registry: Registry) {
  countProcessorTime(registry);
  for (const collect of ofLibrary) collect(registry);
}

/** The library's own is what wants OpenTelemetry. */
function countProcessorTime(registry: Registry) {
  const count = (name: string, help: string, microseconds: (usage: NodeJS.CpuUsage) => number) =>
    new Counter({
      name,
      help,
      registers: [registry],
      collect() {
        this.reset();
        this.inc(microseconds(process.cpuUsage()) / 1e6);
      },
    });
  count("process_cpu_user_seconds_total", "Total user CPU time spent in seconds.", ({ user }) => user);
  count("process_cpu_system_seconds_total", "Total system CPU time spent in seconds.", ({ system }) => system);
  count(
    "process_cpu_seconds_total",
    "Total user and system CPU time spent in seconds.",
    ({ user, system }) => user + system,
  );
}
