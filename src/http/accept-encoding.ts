/** Returns whether an Accept-Encoding header names gzip, and not with the weight 0. */
export const acceptsGzip = (header = "") =>
  header
    .toLowerCase()
    .replace(/[ \t]/g, "")
    .split(",")
    .some((entry) => /^gzip(;|$)/.test(entry) && !/;q=0(\.0*)?(;|$)/.test(entry));
