/** Files of the client library's that have no declarations of their own. */
declare module "prom-client/lib/counter.js" {
  import { Counter } from "prom-client";
  export = Counter;
}
declare module "prom-client/lib/gauge.js" {
  import { Gauge } from "prom-client";
  export = Gauge;
}
declare module "prom-client/lib/histogram.js" {
  import { Histogram } from "prom-client";
  export = Histogram;
}
declare module "prom-client/lib/registry.js" {
  import { Registry } from "prom-client";
  export = Registry;
}
declare module "prom-client/lib/metrics/*.js" {
  import type { Registry } from "prom-client";

  function collect(registry: Registry): void;
  export = collect;
}
