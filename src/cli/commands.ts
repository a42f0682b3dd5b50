/** Each command is loaded only when it is the one. */
import type { Command } from "./command.ts";
import type { CommandName } from "./summaries.ts";

export const load: Readonly<Record<CommandName, () => Promise<Command>>> = {
  serve: async () => (await import("./serve.ts")).serve,
  demo: async () => (await import("./demo.ts")).demo,
  simulate: async () => (await import("./simulate.ts")).simulate,
  once: async () => (await import("./once.ts")).once,
  call: async () => (await import("./call.ts")).call,
  doctor: async () => (await import("./doctor.ts")).doctor,
  "check-config": async () => (await import("./check-config.ts")).checkConfig,
  completion: async () => (await import("./completion.ts")).completionOf(load),
  healthcheck: async () => (await import("./healthcheck.ts")).healthcheck,
};
