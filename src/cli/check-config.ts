import { collectors } from "../collectors/all.ts";
import { mask } from "../config/mask.ts";
import { command } from "./command.ts";
import { exit, refuse } from "./io.ts";

export const checkConfig = command({
  name: "check-config",
  takesFile: true,
  examples: ["/etc/avalanche-exporter.yml", "--node.url http://127.0.0.1:9650"],
  shortHelp: true,
  run: async (io, config) => {
    const { config_file: webConfig } = config.web;
    if (webConfig !== undefined) {
      const { readWebConfig } = await import("../web/read.ts");
      const reading = await readWebConfig(webConfig);
      if (!reading.ok) return refuse(io, reading.errors);
    }
    io.out(mask(config, collectors));
    return exit.ok;
  },
});
