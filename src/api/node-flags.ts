/** Flags of AvalancheGo that enable an API. */
type ApiFlag = {
  /** Default of AvalancheGo. */
  readonly isOn: boolean;
  /** A further setting without which the flag can stop the node. */
  readonly also?: string;
  /** What the flag means for the node, in lower case, without a full stop. Absent for an API that only reads. */
  readonly consequence?: string;
};

const apiFlags = {
  "--api-info-enabled": { isOn: true },
  "--api-health-enabled": { isOn: true },
  "--index-enabled": {
    isOn: false,
    also: "--index-allow-incomplete=true",
    consequence:
      "without `--index-allow-incomplete=true`, a node that has run without an index does not start; the index begins with the next block and needs disk space",
  },
  "--api-admin-enabled": {
    isOn: false,
    consequence: "any caller can reconfigure the node, so no one else may reach the port",
  },
} as const satisfies Readonly<Record<string, ApiFlag>>;
export type ApiFlagName = keyof typeof apiFlags;
export const apiFlagNames = Object.keys(apiFlags) as ApiFlagName[];

const flagOf = (name: ApiFlagName): ApiFlag => apiFlags[name];

/** Returns whether a stock node lacks the API of a flag. */
export const isOffByDefault = (name: ApiFlagName | undefined): boolean => name !== undefined && !flagOf(name).isOn;

export const consequenceOf = (name: ApiFlagName): string | undefined => flagOf(name).consequence;

/** Returns the name of the API. The collector of an API that a stock node lacks has the same name. */
export const apiOf = (name: ApiFlagName): string => name.replace(/^--(api-)?|-enabled$/g, "");

/** Returns what to set at the node and what it means for the node, in lower case, without a full stop. Code stands between backticks. */
export function howToEnable(name: ApiFlagName): string {
  const { also, consequence } = flagOf(name);
  const settings = [`${name}=true`, also].filter(Boolean).join(" ");
  return [`start the node with \`${settings}\``, consequence].filter(Boolean).join(": ");
}
