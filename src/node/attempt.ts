import { NodeError } from "./errors.ts";

/** Result of a call that may fail. */
export type Attempt<T> =
  | { readonly value: T; readonly error?: undefined }
  | { readonly value?: undefined; readonly error: NodeError };

/** Returns the result of a call or its NodeError. Other errors are bugs, and are thrown. */
export const attempt = <T>(call: Promise<T>): Promise<Attempt<T>> =>
  call.then(
    (value) => ({ value }),
    (error: unknown) => {
      if (error instanceof NodeError) return { error };
      throw error;
    },
  );
