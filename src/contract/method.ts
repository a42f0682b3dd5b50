import type * as z from "zod";

/** A path of the node's server and what is common to all methods on it. `At` names the chain or the index. */
export type Endpoint<At extends string | undefined = undefined> = {
  readonly path: (at: At) => string;
  /** Methods on one lane compete for the lock of one chain: one in flight. Nothing where there is no such lock. */
  readonly lane?: (at: At) => string;
  /** What `At` chooses, where there is a choice. */
  readonly choice?: { readonly of: "chain" | "index"; readonly default?: At; readonly values?: readonly At[] };
  /** The node's flag without which the path answers 404. */
  readonly flag?: string;
  /** Every node serves this path: a 404 means a wrong URL. */
  readonly always?: true;
};

export const pChain: Endpoint = { path: () => "/ext/bc/P", lane: () => "P", always: true };

/** What a node answers with an error although nothing is wrong.
 *  `empty_index`: nothing accepted yet. `not_validator`: the node has no uptime of its own. `not_found`: no such thing on the
 *  chain, or none of this kind. `not_activated`: the network has not reached the upgrade that brings it. */
export type Refusal = "empty_index" | "not_validator" | "not_found" | "not_activated";

type Effect = "read" | "write";
/** What one call costs the node: a look-up; a walk over many records; a walk over all of them, for seconds. */
type Cost = "light" | "moderate" | "heavy";

/** How a list that no single answer holds comes in pages. Parameters and answers as on the wire, already checked. */
export type Pages = {
  /** What stands for parameters that are not given. */
  readonly first: Readonly<Record<string, unknown>>;
  readonly items: (answer: never) => readonly unknown[];
  /** Parameters of the page after this one; undefined after the last. */
  readonly next: (params: never, answer: never) => Readonly<Record<string, unknown>> | undefined;
  /** A method whose answer tells how many there are from `first` on, where one does. */
  readonly total?: { readonly method: string; readonly of: (params: never, answer: never) => number };
};

export const mebibyte = 2 ** 20;
/** Enough for a result that is neither a list nor a block. */
const defaultMaxBodyBytes = mebibyte;

/** All that is known of one method. */
export type Method<
  P extends z.ZodType = z.ZodType,
  R extends z.ZodType = z.ZodType,
  At extends string | undefined = never,
  E extends Effect = Effect,
> = {
  readonly effect: E;
  readonly on: Endpoint<At>;
  /** One line: what it answers or does, with units. */
  readonly summary: string;
  readonly params: P;
  readonly result: R;
  /** Parameters and the answer to them, as on the wire. */
  readonly sample: { readonly params: z.input<P>; readonly result: z.input<R> };
  readonly cost: Cost;
  /** False where the node answers without the chain's lock. */
  readonly locks?: false;
  /** First node version that has it, where known. */
  readonly since?: string;
  /** Node version that deprecated it. */
  readonly deprecated?: string;
  /** Largest counts and lengths the node takes or gives. */
  readonly limits?: Readonly<Record<string, number>>;
  /** Maximum size of a response, where 1 MiB is too small for the largest honest one. */
  readonly maxBodyBytes?: number;
  readonly pages?: Pages;
  /** Answers that are states and not failures, by the node's text. */
  readonly refusals?: Readonly<Partial<Record<Refusal, RegExp>>>;
  /** What the API document says and the node does otherwise, and other surprises. */
  readonly quirks?: readonly string[];
};

/** Returns the maximum size of a response to a method. */
export const maxBodyBytesOf = ({ maxBodyBytes = defaultMaxBodyBytes }: Pick<Method, "maxBodyBytes">): number =>
  maxBodyBytes;

type Entry<P extends z.ZodType, R extends z.ZodType, At extends string | undefined> = Omit<
  Method<P, R, At>,
  "effect" | "cost" | "sample"
> & {
  /** Light unless it is given. */
  readonly cost?: Cost;
  readonly sample: { readonly params: NoInfer<z.input<P>>; readonly result: NoInfer<z.input<R>> };
};

/** Defines a method that changes neither the node nor the chain. */
export const read = <P extends z.ZodType, R extends z.ZodType, At extends string | undefined>(
  entry: Entry<P, R, At>,
): Method<P, R, At, "read"> => ({ effect: "read", cost: "light", ...entry });

/** Defines a method that changes the node or the chain: no collector can call it, and `call` requires --allow-write. */
export const write = <P extends z.ZodType, R extends z.ZodType, At extends string | undefined>(
  entry: Entry<P, R, At>,
): Method<P, R, At, "write"> => ({ effect: "write", cost: "light", ...entry });
