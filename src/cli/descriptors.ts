/** File descriptors: one for each connection and each open file. */
import { readFile } from "node:fs/promises";

/** Maximum number of connections to a node. */
const perNode = 16;
/** For clients, files and the runtime. */
const others = 150;

/** Returns a warning if the process may open fewer files than the nodes need. `limits`: the content of /proc/self/limits. */
export function descriptorWarning(limits: string, nodes: number): string | undefined {
  const [, limit] = /^Max open files +(\d+) /m.exec(limits) ?? [];
  const needed = others + perNode * nodes;
  if (limit === undefined || Number(limit) >= needed) return undefined;
  return `the limit of open files is ${limit}, and ${needed} can be needed: raise ulimit -n, or LimitNOFILE of the systemd unit`;
}

/** Returns the warning for this process; undefined on systems without /proc. */
export const readDescriptorWarning = async (nodes: number): Promise<string | undefined> =>
  descriptorWarning(await readFile("/proc/self/limits", "utf8").catch(() => ""), nodes);
