/** Digests as values of metrics: a value that changes shows that its source has, and does not show the source. */
import { hash } from "node:crypto";

/** Hexadecimal digits that fit into an integer below 2^53, which Prometheus keeps exactly. */
const digits = 13;

/** Returns an integer of 52 bits from the SHA-256 of a value in JSON. Equal values have equal digests. */
export const digestOf = (value: unknown): number =>
  Number.parseInt(hash("sha256", JSON.stringify(value)).slice(0, digits), 16);
