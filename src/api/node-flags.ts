/** Flags of AvalancheGo that enable an API, and their defaults. */
type ApiFlag = {
  /** Default of AvalancheGo. */
  readonly isOn: boolean;
  readonly risk: string;
};

export const apiFlags: Readonly<Record<string, ApiFlag>> = {
  "--api-info-enabled": { isOn: true, risk: "Read-only." },
  "--api-health-enabled": { isOn: true, risk: "Read-only." },
  "--index-enabled": {
    isOn: false,
    risk: "Read-only; needs disk space. A node that has run without an index also needs `--index-allow-incomplete=true`.",
  },
  "--api-admin-enabled": {
    isOn: false,
    risk: "Any caller can reconfigure the node: enable it only if no one else reaches the port.",
  },
};

/** Returns whether a stock node lacks the API of a flag. */
export const isOffByDefault = (flag: string | undefined): boolean =>
  flag !== undefined && apiFlags[flag]?.isOn === false;
