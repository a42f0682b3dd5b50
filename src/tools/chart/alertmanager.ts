/** The example configuration of Alertmanager in the format of the operator's AlertmanagerConfig. */
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { parse } from "yaml";
import { toJson } from "../docs/json.ts";

const example = join(import.meta.dirname, "../../../grafana/alertmanager.yaml");

type Route = Readonly<Record<string, unknown>> & {
  readonly matchers?: readonly string[];
  readonly routes?: readonly Route[];
};
type InhibitRule = Readonly<Record<"source_matchers" | "target_matchers" | "equal", readonly string[]>>;
type Setting = string | number | boolean | Readonly<Record<string, string>>;
/** Lists of settings by kind, such as `slack_configs`. */
type Receiver = { readonly name: string } & Readonly<Record<string, readonly Readonly<Record<string, Setting>>[]>>;

function matcherOf(text: string) {
  const [, name, matchType, value] = /^(\w+)(=~|!~|!=|=)"(.*)"$/.exec(text) ?? [];
  if (name === undefined) throw new Error(`no matcher: ${text}`);
  return { name, matchType, value };
}
const camelCase = (name: string) =>
  name
    .replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
    .replace(/(?<=^api)Url$|(?<=^chat)Id$/, (end) => end.toUpperCase());

function routeOf({ matchers = [], routes = [], ...rest }: Route): object {
  return {
    ...Object.fromEntries(Object.entries(rest).map(([name, value]) => [camelCase(name), value])),
    matchers: matchers.map(matcherOf),
    ...(routes.length > 0 && { routes: routes.map(routeOf) }),
  };
}

/** Returns a setting of a receiver. A secret, or the file of one, becomes a key of the Secret whose name the chart fills in for `$SECRET`. */
function settingOf(receiver: string, [name, value]: [string, Setting]): readonly [string, unknown] {
  const isFile = name.endsWith("_file");
  if (isFile || name === "bot_token" || name === "url") {
    const key = isFile ? basename(String(value)) : `${receiver}-${name.replace("_", "-")}`;
    return [name === "url" ? "urlSecret" : camelCase(name.replace(/_file$/, "")), { name: "$SECRET", key }];
  }
  if (typeof value !== "object") return [camelCase(name), value];
  return [name, Object.entries(value).map(([key, text]) => ({ key, value: text }))];
}
const receiverOf = ({ name, ...kinds }: Receiver) =>
  Object.fromEntries(
    Object.entries(kinds).map(([kind, configs]) => [
      camelCase(kind),
      configs.map((config) => Object.fromEntries(Object.entries(config).map((one) => settingOf(name, one)))),
    ]),
  );

/** Returns the JSON file from which the chart renders its AlertmanagerConfig: the routes of the alerts of this exporter, and the
 *  receivers by name. */
export async function alertmanagerJson(): Promise<string> {
  const { route, receivers, inhibit_rules } = parse(await readFile(example, "utf8"));
  const [ours] = route.routes;
  const config = {
    route: routeOf(ours),
    receivers: Object.fromEntries(receivers.map((receiver: Receiver) => [receiver.name, receiverOf(receiver)])),
    inhibitRules: inhibit_rules.map(({ source_matchers, target_matchers, equal }: InhibitRule) => ({
      sourceMatch: source_matchers.map(matcherOf),
      targetMatch: target_matchers.map(matcherOf),
      equal,
    })),
  };
  return toJson(config, 3);
}
