import type { FastifyReply } from "fastify";

export const sendText = (reply: FastifyReply, status: number, line: string) =>
  reply.code(status).type("text/plain; charset=utf-8").send(`${line}\n`);
