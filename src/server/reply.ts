import type { FastifyReply } from "fastify";

export const sendText = (reply: FastifyReply, status: number, line: string) =>
  reply.code(status).type("text/plain; charset=utf-8").send(`${line}\n`);

/** Returns whether an Accept-Encoding header names gzip, and not with the weight 0. */
export const acceptsGzip = (header = "") =>
  header
    .toLowerCase()
    .replace(/[ \t]/g, "")
    .split(",")
    .some((entry) => /^gzip(;|$)/.test(entry) && !/;q=0(\.0*)?(;|$)/.test(entry));
