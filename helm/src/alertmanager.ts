/** The example configuration of Alertmanager in the format of the operator's AlertmanagerConfig. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";

const example = join(import.meta.dirname, "../../grafana/alertmanager.yaml");

type Route = Readonly<Record<string, unknown>> & {
  readonly matchers?: readonly string[];
  readonly routes?: readonly Route[];
};
type InhibitRule = Readonly<Record<"source_matchers" | "target_matchers" | "equal", readonly string[]>>;

function matcherOf(text: string) {
  const [, name, matchType, value] = /^(\w+)(=~|!~|!=|=)"(.*)"$/.exec(text) ?? [];
  if (name === undefined) throw new Error(`no matcher: ${text}`);
  return { name, matchType, value };
}
const camelCase = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

function routeOf({ matchers = [], routes = [], ...rest }: Route): object {
  return {
    ...Object.fromEntries(Object.entries(rest).map(([name, value]) => [camelCase(name), value])),
    matchers: matchers.map(matcherOf),
    ...(routes.length > 0 && { routes: routes.map(routeOf) }),
  };
}

/** Returns the JSON file from which the chart renders its AlertmanagerConfig: the routes of the alerts of this exporter. */
export async function alertmanagerJson(): Promise<string> {
  const { route, receivers, inhibit_rules } = parse(await readFile(example, "utf8"));
  const [ours] = route.routes;
  const config = {
    route: routeOf(ours),
    receivers,
    inhibitRules: inhibit_rules.map(({ source_matchers, target_matchers, equal }: InhibitRule) => ({
      sourceMatch: source_matchers.map(matcherOf),
      targetMatch: target_matchers.map(matcherOf),
      equal,
    })),
  };
  return `${JSON.stringify(config, null, 2)}\n`;
}
