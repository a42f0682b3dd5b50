import { command } from "./command.ts";

export const serve = command({
  name: "serve",
  examples: [
    "--node.url http://127.0.0.1:9650",
    "--watch.node-id NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg",
    "--config.file /etc/avalanche-exporter.yml",
  ],
  isReloadable: true,
  run: async (io, config, _rest, load) => {
    const { runExporter } = await import("./run-exporter.ts");
    const { telemetry_path: path } = config.web;
    return runExporter(io, config, { load, onListening: (url, log) => log.info({ url: url + path }, "listening") });
  },
});
