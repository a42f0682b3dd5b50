/** What a check is: what it asks, and the pure function from the answers to findings. */
import type { Finding } from "./finding.ts";
import type { About, Interview } from "./interview.ts";

type Definition<F> = {
  /** Short, and stable: scripts read it. */
  readonly name: string;
  /** What is asked of the node. An answer that was had before is not asked for again: what several checks need costs the node
   *  once. */
  readonly gather: (interview: Interview, about: About) => Promise<F>;
  /** Nothing where there is nothing to say. */
  readonly judge: (facts: F, about: About) => readonly Finding[];
  /** When it finds a problem, nothing further is looked at. */
  readonly decides?: true;
};

/** A check with the type of its facts closed over. */
export type Check = Pick<Definition<unknown>, "name" | "decides"> & {
  readonly run: (interview: Interview, about: About) => Promise<readonly Finding[]>;
};

export const check = <F>({ gather, judge, ...rest }: Definition<F>): Check => ({
  ...rest,
  run: async (interview, about) => judge(await gather(interview, about), about),
});
