/** The node that the rules are checked on: raw HTTP, calls, and data of its chains. */
import { createCalls, createHttp } from "./calls.ts";
import { needed } from "./cannot-show.ts";
import { createLandmarks } from "./landmarks.ts";

/** Makes signed transactions that were not issued yet: 0x and hexadecimal digits, with a checksum. */
export type Signer = {
  readonly onP: () => Promise<string>;
  readonly onX: () => Promise<string>;
  /** Two of the P-Chain that spend the same. */
  readonly rivals: () => Promise<readonly [string, string]>;
};

export type NodeOptions = {
  /** Base URL, without a slash at its end. */
  readonly url: string;
  readonly allowWrite?: boolean;
  /** Base URL of a second node, without administration and index. */
  readonly bareUrl?: string | undefined;
  /** Base URL of a third one, which waits for peers to bootstrap from. */
  readonly bootstrappingUrl?: string | undefined;
  /** Base URL of a node with peers. */
  readonly peeredUrl?: string | undefined;
  readonly signer?: Signer;
};

export function connect(options: NodeOptions) {
  const { http, close } = createHttp(options.url);
  const calls = createCalls(http);
  const [bare, bootstrapping, peered] = [options.bareUrl, options.bootstrappingUrl, options.peeredUrl].map((url) =>
    url === undefined ? undefined : createHttp(url),
  );
  return {
    http,
    ...calls,
    ...createLandmarks(calls),
    allowsWrites: options.allowWrite === true,
    /** HTTP to a node without administration and index. */
    bare: () => needed(bare, "no second node without the admin API and the index is available").http,
    /** HTTP to a node that is not done bootstrapping. */
    bootstrapping: () => needed(bootstrapping, "no bootstrapping node is available").http,
    /** Calls of a node that has peers, if it is known; otherwise of this one. */
    peered: () => (peered ? createCalls(peered.http) : calls),
    signer: () => needed(options.signer, "no signer for transactions is available"),
    async close() {
      await Promise.all([close(), bare?.close(), bootstrapping?.close(), peered?.close()]);
    },
  };
}
export type Node = ReturnType<typeof connect>;
