/** The chains of the primary network. */
export const chainNames = ["P", "X", "C"] as const;
export type ChainName = (typeof chainNames)[number];
/** `absent`: not yet created. */
export type ChainStatus = "absent" | "bootstrapping" | "ready";
