import type { FastifyReply } from "fastify";

/** Sends one line of plain text. */
export const sendText = (reply: FastifyReply, status: number, line: string) =>
  reply.code(status).type("text/plain; charset=utf-8").send(`${line}\n`);
