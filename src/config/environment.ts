/** Environment variables with our prefix. */
import { fromText, type Given } from "./given.ts";
import { inGeneral, type Option, prefix, variableOf } from "./options.ts";
import { suggest } from "./suggest.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** Kubernetes gives every container variables about the Services beside it; one may be called avax-exporter. */
function isServiceLink(name: string, value: string): boolean {
  if (/_SERVICE_(HOST|PORT(_\w+)?)$|_PORT_\d+_(TCP|UDP|SCTP)_(PROTO|PORT|ADDR)$/.test(name)) return true;
  return /_PORT(_\d+_(TCP|UDP|SCTP))?$/.test(name) && /^(tcp|udp|sctp):\/\//.test(value);
}

/** An empty variable is as good as none. */
export function readEnvironment(env: Environment, options: readonly Option[]) {
  const byVariable = new Map(options.map((option) => [variableOf(option.flag), option]));
  const bare = (variable: string) => variable.slice(prefix.length);
  const names = [...byVariable.keys()].map(bare);
  const allowed = inGeneral(options).map(({ flag }) => bare(variableOf(flag)));
  const show = (name: string) => prefix + name;
  const given: Given[] = [];
  const errors: string[] = [];
  for (const [label, text = ""] of Object.entries(env)) {
    if (!label.startsWith(prefix) || text === "") continue;
    const option = byVariable.get(label);
    if (option) given.push({ option, label, value: fromText(option.kind, text) });
    else if (!isServiceLink(label, text))
      errors.push(`${label}: unknown variable; ${suggest(bare(label), { names, allowed, show })}`);
  }
  return { given, errors };
}
