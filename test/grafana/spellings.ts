/** Spellings of a threshold that is written by hand. */

import { type Duration, milliseconds } from "../../src/lib/duration.ts";
import { thresholds } from "../../src/rules/thresholds.ts";

/** The kind of number that a threshold is: it decides about the words around the number. */
type Kind = "share" | "seconds" | "duration" | "times" | "blocks" | "AVAX" | "bytes" | "pattern";
export const kinds = {
  uptimeRequired: "share",
  uptimeRequiredSinceHelicon: "share",
  budgetWarning: "share",
  budgetCritical: "share",
  connectedObserversInfo: "share",
  most: "share",
  rewardingStakeWarning: "share",
  rewardingStakeCritical: "share",
  exhaustionInfo: "seconds",
  exhaustionWarning: "seconds",
  exhaustionCritical: "seconds",
  endInfo: "seconds",
  endWarning: "seconds",
  activeWeightWarning: "share",
  activeWeightCritical: "share",
  haltWarning: "seconds",
  haltCritical: "seconds",
  l1Uptime: "share",
  largestWeight: "share",
  connectedWeightWarning: "share",
  connectedWeightCritical: "share",
  chainTimeWarning: "seconds",
  chainTimeCritical: "seconds",
  blocksBehind: "blocks",
  proposedHeightLag: "blocks",
  durationShare: "share",
  failureShare: "share",
  failureShareWarning: "share",
  processingBlock: "seconds",
  undecidedBlock: "seconds",
  indexStall: "duration",
  indexLookback: "duration",
  chainAge: "seconds",
  blockInterval: "seconds",
  networks: "pattern",
  validatorFeeMultiple: "times",
  validatorFeeLookback: "duration",
  gasPriceMultiple: "times",
  gasCapacityWarning: "share",
  gasCapacityGood: "share",
  stakeDrop: "share",
  priceDrift: "share",
  addressBalance: "AVAX",
  jobs: "pattern",
  scrapesSucceeding: "share",
  flappingChanges: "times",
  flappingOffline: "share",
  validatorsLeft: "share",
  upgradeInfo: "seconds",
  upgradeCritical: "seconds",
  unrewarded: "seconds",
  pollsWarning: "share",
  pollsCritical: "share",
  pollsWindow: "duration",
  diskWarning: "seconds",
  diskCritical: "seconds",
  diskFloorWarning: "bytes",
  diskFloorCritical: "bytes",
  peersShare: "share",
  renewalLookback: "duration",
} as const satisfies Readonly<Record<keyof typeof thresholds, Kind>>;

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");

const numerals = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen".split(
  " ",
);
const moreNumerals: Readonly<Record<number, string>> = {
  20: "twenty",
  30: "thirty",
  64: "sixty-four",
  100: "a hundred",
};
/** Matches a whole number in digits and in words. */
function counted(count: number): string {
  const word = numerals[count] ?? moreNumerals[count];
  return word === undefined ? `${count}` : `(?:${count}|${word}${count === 1 ? "|an?" : ""})`;
}

const fractions: Readonly<Record<number, string>> = {
  0.05: "a twentieth",
  0.1: "a tenth",
  0.2: "a fifth",
  0.33: "a third",
  0.67: "two thirds",
  0.8: "four fifths",
  0.9: "nine tenths",
};
function spellingsOfShare(share: number): string[] {
  const percents = escaped(`${Number((share * 100).toPrecision(12))}`);
  const fraction = fractions[share];
  return [escaped(`${share}`), `${percents} ?(?:%|percent|points)`, ...(fraction === undefined ? [] : [fraction])];
}

const spans = [
  [604_800, "w", "weeks?"],
  [86_400, "d", "days?"],
  [3600, "h", "hours?"],
  [60, "m(?:in)?", "minutes?"],
] as const;
const spellingsOfSeconds = (seconds: number): string[] => [
  `${seconds}`,
  ...spans.flatMap(([length, short, long]) =>
    seconds % length === 0 ? [`${seconds / length} ?${short}`, `${counted(seconds / length)} ${long}`] : [],
  ),
];

const spellingsOf: Readonly<Record<Kind, (value: never) => readonly string[]>> = {
  share: spellingsOfShare,
  seconds: spellingsOfSeconds,
  duration: (text: Duration) => spellingsOfSeconds(milliseconds(text) / 1000),
  times: (n: number) => [`${counted(n)}(?: ?x| times)`],
  blocks: (n: number) => [`(?:than|at) ${counted(n)}`, `${counted(n)}(?: blocks| at most)`],
  bytes: (n: number) => [`${n}`, `${n / 1e9} ?GB`],
  AVAX: (n: number) => [`${counted(n)} AVAX`],
  pattern: (text: string) => text.split("|").map(escaped),
};

export type Name = keyof typeof kinds;
export type Thresholds = Readonly<Record<Name, number | string>>;
export const names = Object.keys(kinds) as readonly Name[];

/** Names and times occur in many texts that are about other things. */
const isCommon = (name: Name) => ["seconds", "duration", "pattern"].includes(kinds[name]);

const expressions = new Map<Name, RegExp>(
  names.map((name) => {
    const all = spellingsOf[kinds[name]](thresholds[name] as never);
    const flags = kinds[name] === "pattern" ? "g" : "gi";
    return [name, new RegExp(`(?<![\\w.,-])(?:${all.join("|")})(?!\\w|[.,]\\d)`, flags)];
  }),
);
export type Literal = { readonly name: Name; readonly text: string };
/** Returns the spellings of real thresholds in a text. Of a common kind only those of thresholds that `isUsed` names. */
export const literalsIn = (text: string, isUsed: (name: Name) => boolean): readonly Literal[] =>
  names
    .filter((name) => !isCommon(name) || isUsed(name))
    .flatMap((name) => [...text.matchAll(expressions.get(name) ?? /$^/g)].map(([text]) => ({ name, text })));
