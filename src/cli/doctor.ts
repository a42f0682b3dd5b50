import { isatty } from "node:tty";
import { command } from "./command.ts";
import { exit, type Io, refuse } from "./io.ts";

const help = `Levels: problem (metrics are missing, or not true of now), note (worth knowing), ok.
It ends with 1 where there is a problem, else with 0.

It asks each node once for what the collectors that are on would ask, one call after the other,
and changes nothing.

--json prints one object. Its members stay; others may join them:
  ok, problems, notes   whether there is no problem, and how many of each
  exporter              version, findings
  nodes                 a list of: name ("" for node.url), url, findings
Each finding has check (its name), level, what, why ("" where it is ok) and fix: a list of
sentences, in which what is to be typed stands between backticks.`;

/** To the standard output, where a person reads it. */
const isColourful = ({ env }: Io) => isatty(1) && !env["NO_COLOR"] && env["TERM"] !== "dumb";

export const doctor = command({
  name: "doctor",
  flags: { json: { kind: "boolean", description: "For programs: JSON." } },
  examples: ["", "--node.url http://127.0.0.1:9650", "--config.file /etc/avalanche-exporter.yml --json"],
  more: () => help,
  shortHelp: true,
  run: async (io, config, { flags }) => {
    const { config_file: webConfig } = config.web;
    if (webConfig !== undefined) {
      const { readWebConfig } = await import("../web/read.ts");
      const reading = await readWebConfig(webConfig);
      if (!reading.ok) return refuse(io, reading.errors);
    }
    const { runDoctor } = await import("./run-doctor.ts");
    try {
      return await runDoctor(io, config, { json: flags.json ?? false, colour: isColourful(io) });
    } catch (error) {
      if (io.stop.aborted) return exit.failed;
      throw error;
    }
  },
});
