/** Schemas of single values, and rules between the keys of a mapping. Values that are written as text are codecs, because
 *  check-config converts them back to text. */
import { isIPv6 } from "node:net";
import * as z from "zod";
import { isPlainObject, type PlainObject, textCodec } from "../../lib/schema.ts";
import { suggest } from "../../lib/text.ts";
import { defaultPort, isReserved, type ListenAddress, maxPort } from "../server-address.ts";

/** Accepts the given names. The error message suggests the closest one. */
export const oneOfNames = <const N extends string>(noun: string, names: readonly N[]) =>
  z
    .enum(names, { error: ({ input }) => `unknown ${noun} "${input}"; ${suggest(String(input), { names })}` })
    .meta({ placeholder: "TEXT" });

export const addressExamples = `:${defaultPort}, 127.0.0.1:${defaultPort} or [::1]:${defaultPort}`;
const addressExample = `an address such as ${addressExamples}`;

export const listenAddress = textCodec<ListenAddress>(
  addressExample,
  (text, reportIssue) => {
    const [all, ipv6, host, port] = /^(?:\[([^[\]]*)\]|([\w.-]*)):(\d+)$/.exec(text) ?? [];
    if (all === undefined || (ipv6 !== undefined && !isIPv6(ipv6)))
      return reportIssue(`"${text}" is not ${addressExample}`);
    if (Number(port) > maxPort) return reportIssue(`"${text}" has an invalid port: the maximum is ${maxPort}`);
    return { host: (ipv6 ?? host) || undefined, port: Number(port) };
  },
  ({ host = "", port }) => (isIPv6(host) ? `[${host}]:${port}` : `${host}:${port}`),
).meta({ placeholder: "ADDRESS" });

/** Name of an additional node, used as a label value and a query parameter. */
export const targetName = z.string().regex(/^[A-Za-z0-9][\w.-]{0,62}$/, {
  error: ({ input }) =>
    `"${input}" is not a valid name: use letters, digits, dots, hyphens and underscores, at most 63 characters`,
});

export const file = z.string().min(1).meta({ file: true });

const urlExample = "a URL such as http://127.0.0.1:9650";
/** Base URL of a node. Messages never repeat the text, since it can contain a password or a token. */
export const baseUrl = textCodec<string>(urlExample, (text, reportIssue) => {
  const url = URL.parse(text);
  if (url?.username || url?.password)
    return reportIssue("must not contain a user or password: set node.basic_auth in the configuration file");
  if (!url || !/^https?:\/\//i.test(text)) return reportIssue(`expected ${urlExample}`);
  if (/[?#]/.test(text)) return reportIssue("must be a base URL without query or fragment");
  if (/\/ext(\/(bc|info|health|index|admin|metrics)\b|\/*$)/.test(url.pathname))
    return reportIssue("must be a base URL: remove /ext and everything after it");
  return url.origin + url.pathname.replace(/\/+$/, "");
}).meta({ placeholder: "URL", secretPath: true });

const externalExample = "a URL such as https://monitoring.example/avalanche, without user, query and fragment";
/** URL at which clients reach the exporter, without trailing slash. */
export const externalUrl = textCodec<string>(externalExample, (text, reportIssue) => {
  const url = /^https?:\/\/[^?#]+$/i.test(text) ? URL.parse(text) : null;
  if (!url || url.username || url.password) return reportIssue(`expected ${externalExample}`);
  return url.origin + url.pathname.replace(/\/+$/, "");
}).meta({ placeholder: "URL" });

/** Path of the metrics endpoint. The other paths of the server are rejected. */
export const metricsPath = z
  .string()
  .regex(/^(\/[\w.~-]+)+$/, { abort: true, error: ({ input }) => `"${input}" is not a path such as /metrics` })
  .refine((path) => !isReserved(path), {
    error: ({ input }) => `"${input}" is a path of the exporter; use another one, such as /metrics`,
  });

export const tlsVersion = z.enum(["TLS12", "TLS13"], {
  error: ({ input }) =>
    input === "TLS10" || input === "TLS11"
      ? `${input} is not supported: use TLS12 or TLS13`
      : "expected TLS12 or TLS13",
});

/** Creates a check that also runs if other keys are invalid, so that all errors are reported at once. */
export const rule = (holds: (value: PlainObject) => boolean, key: string, error: string) =>
  z.refine<PlainObject>(holds, { path: [key], error, when: ({ value }) => isPlainObject(value) });

const isSet = (value: PlainObject, key: string) => value[key] !== undefined;
export const mutuallyExclusive = (one: string, other: string) =>
  rule((value) => !isSet(value, one) || !isSet(value, other), other, `only one of ${one} and ${other} can be set`);
export const requires = (key: string, one: string, other: string) =>
  rule((value) => !isSet(value, key) || isSet(value, one) || isSet(value, other), key, `requires ${one} or ${other}`);
export const oneOf = (one: string, other: string) =>
  rule((value) => isSet(value, one) || isSet(value, other), one, `is missing: set ${one} or ${other}`);

export const tlsVersionsInOrder = rule(
  ({ min_version, max_version }) => min_version !== "TLS13" || max_version !== "TLS12",
  "max_version",
  "is lower than min_version",
);
