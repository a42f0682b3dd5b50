/** Definition of an RPC method, of the endpoint that serves it, and of the flag of the node that enables the endpoint. */
import * as z from "zod";

type ApiFlag = {
  /** Default of AvalancheGo. */
  readonly isOn: boolean;
  /** A further setting without which the flag can stop the node. */
  readonly also?: string;
  /** What the flag means for the node, in lower case, without a full stop. Absent for an API that only reads. */
  readonly consequence?: string;
};

export type ApiFlagName = "--api-info-enabled" | "--api-health-enabled" | "--index-enabled" | "--api-admin-enabled";
const apiFlags: Readonly<Record<ApiFlagName, ApiFlag>> = {
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
};
export const apiFlagNames = Object.keys(apiFlags) as ApiFlagName[];

/** Returns whether a stock node lacks the API of a flag. */
export const isOffByDefault = (name: ApiFlagName | undefined): boolean => name !== undefined && !apiFlags[name].isOn;

export const consequenceOf = (name: ApiFlagName): string | undefined => apiFlags[name].consequence;

/** Returns the name of the API. The collector of an API that a stock node lacks has the same name. */
export const apiOf = (name: ApiFlagName): string => name.replace(/^--(api-)?|-enabled$/g, "");

/** Returns what to set at the node and what it means for the node, in lower case, without a full stop. Code stands between backticks. */
export function howToEnable(name: ApiFlagName): string {
  const { also, consequence } = apiFlags[name];
  const settings = [`${name}=true`, also].filter(Boolean).join(" ");
  return [`start the node with \`${settings}\``, consequence].filter(Boolean).join(": ");
}

/** Endpoint of the node's HTTP server. `Selector` is the chain or index in its path. */
export type Endpoint<Selector extends string | undefined = undefined> = {
  readonly path: (selector: Selector) => string;
  /** Chain whose lock the methods take, so that the node executes one at a time. Absent if there is no such lock. */
  readonly lock?: (selector: Selector) => string;
  /** Kind, default and allowed values of `Selector`. */
  readonly selector?: {
    readonly of: "chain" | "index";
    readonly default?: Selector;
    readonly values?: readonly Selector[];
  };
  /** Flag of the node that enables the endpoint; it returns 404 otherwise. */
  readonly flag?: ApiFlagName;
  /** True if the virtual machine of a chain serves the endpoint: its failures show nothing about the node. */
  readonly isOfVm?: true;
  /** True if every node serves the endpoint, so that 404 means a wrong URL. */
  readonly isAlwaysServed?: true;
};

/** Errors of the node that describe a normal state. `empty_index`: no container accepted yet. `not_validator`: the node is not a validator
 *  and has no uptime. `not_found`: the object does not exist on the chain. `not_counted`: a virtual machine does not know a new validator
 *  yet. `not_manager`: a contract does not have the functions of a validator manager. */
export type ExpectedError = "empty_index" | "not_validator" | "not_found" | "not_counted" | "not_manager";

type Effect = "read" | "write";

/** Pagination of a list. Parameters and results are validated, but not decoded. */
export type Pagination<Params = never, Result = never> = {
  readonly defaults: Readonly<Record<string, unknown>>;
  readonly items: (result: Result) => readonly unknown[];
  /** Returns the parameters of the next page; undefined after the last page. */
  readonly next: (params: Params, result: Result) => Readonly<Record<string, unknown>> | undefined;
};

export const mebibyte = 2 ** 20;

export type Method<
  P extends z.ZodType = z.ZodType,
  R extends z.ZodType = z.ZodType,
  Selector extends string | undefined = string | undefined,
  E extends Effect = Effect,
> = {
  readonly effect: E;
  readonly endpoint: Endpoint<Selector>;
  /** Result or effect in one line, with units. */
  readonly summary: string;
  readonly params: P;
  readonly result: R;
  /** Example of the parameters, as sent in JSON. */
  readonly exampleParams: z.input<P>;
  /** Cost of a call for the node: a lookup; a scan of many records; a scan of all records, which takes seconds. */
  readonly cost: "light" | "moderate" | "heavy";
  /** False if the method does not take the chain lock. */
  readonly takesLock?: false;
  /** Returns whether a result hardly ever changes, so that the client keeps it for minutes. Absent if none is like that, and with a
   *  `Selector`: results are kept by their parameters. */
  readonly isFixed?: Selector extends undefined ? (result: z.output<R>) => boolean : never;
  /** Maximum size of a response in bytes. */
  readonly maxBodyBytes: number;
  /** Maximum number of values in a response, because a value takes up to 100 times the memory of its text. Counted are the
   *  characters that separate values. */
  readonly maxValues: number;
  readonly pagination?: Pagination<z.input<P>, z.input<R>>;
  /** Patterns of the node's error messages that describe a normal state. */
  readonly expectedErrors?: Readonly<Partial<Record<ExpectedError, RegExp>>>;
  /** Surprises for a caller. */
  readonly quirks?: readonly string[];
};

/** No parameters, or a result without data. */
const emptyObject = z.object({});
const defaults = {
  cost: "light",
  params: emptyObject,
  result: emptyObject,
  exampleParams: {},
  /** Sufficient for results without lists and blocks. */
  maxBodyBytes: mebibyte,
  /** Sufficient for 20,000 validators of an L1. */
  maxValues: 400_000,
} as const;

type WithDefault = keyof typeof defaults;
type MethodDefinition<P extends z.ZodType, R extends z.ZodType, Selector extends string | undefined> = Partial<
  Pick<Method<P, R>, WithDefault>
> &
  Omit<Method<P, R, Selector>, "effect" | "endpoint" | WithDefault>;

/** Returns the functions that define methods of this endpoint. */
export function methodsOf<Selector extends string | undefined = undefined>(endpoint: Endpoint<Selector>) {
  const define =
    <E extends Effect>(effect: E) =>
    <P extends z.ZodType = typeof emptyObject, R extends z.ZodType = typeof emptyObject>(
      entry: MethodDefinition<P, R, Selector>,
    ) =>
      ({ ...defaults, ...entry, effect, endpoint }) as Method<P, R, Selector, E>;
  return {
    /** Defines a method that changes neither the node nor the chain. */
    read: define("read"),
    /** Defines a method that changes the node or the chain: no collector can call it, and `call` requires --allow-write. */
    write: define("write"),
  };
}
