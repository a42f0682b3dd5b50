import { command } from "./command.ts";
import { createLog } from "./log.ts";
import { runExporter } from "./run-exporter.ts";

export const serve = command({
  name: "serve",
  examples: [
    "--node.url http://127.0.0.1:9650",
    "--watch.node-id NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg",
    "--config.file /etc/avalanche-exporter.yml",
  ],
  run: (io, config, _rest, load) => {
    const log = createLog(config.log, io);
    const onListening = (url: string) => log.info({ url: url + config.web.telemetry_path }, "listening");
    return runExporter(io, config, { log, load, onListening });
  },
});
