/** Loads the native code that checks passwords: only an exporter with users needs it. */

/** Rejects with a text if it is missing, or is not for this system. */
export const loadBcrypt = () =>
  import("bcrypt").then(
    ({ default: bcrypt }) => bcrypt,
    (error: Error) => {
      throw `cannot load bcrypt: ${error.message}; install it, or remove the users`;
    },
  );
