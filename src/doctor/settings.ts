/** How a setting is changed, in the words of the command line or of the file. */
import type { Collector } from "../collectors/collector.ts";
import { optionsOf } from "../config/options.ts";
import { configSchema } from "../config/schema.ts";
import { dotted } from "../config/walk.ts";

/** By the flag's name, without the hyphens. */
export type Change = (flag: string, value: string | boolean) => string;

const asFlag: Change = (flag, value) => {
  if (typeof value === "boolean") return `\`--${value ? "" : "no-"}${flag}\``;
  return `\`--${flag} ${value}\``;
};

/** Of the node of node.url: a flag. A further node has what is its own in the file, in the sections that `own` names. */
export function createChange(collectors: readonly Collector[]) {
  const options = optionsOf(configSchema(collectors));
  return (name: string, own: ReadonlySet<string>): Change =>
    (flag, value) => {
      const option = options.find((one) => one.flag === flag);
      const [section = "", ...rest] = option?.path ?? [];
      if (name === "" || !option || !own.has(String(section))) return asFlag(flag, value);
      const key = dotted(["nodes", name, ...(section === "node" ? [] : [section]), ...rest]);
      const text = option.kind === "list" ? `[${String(value).replaceAll(",", ", ")}]` : String(value);
      return `\`${key}: ${text}\` in the file`;
    };
}
