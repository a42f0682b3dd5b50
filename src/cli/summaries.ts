/** The commands, and what each does. */
export const summaries = {
  serve: "Collect from a node and answer Prometheus (the default).",
  demo: "A simulated node and the exporter beside it, to look at.",
  simulate: "The simulated node alone.",
  once: "Run each collector once and print the page.",
  call: "Call one method of the node's API, or list them all.",
  doctor: "Look at the node from outside in, and say what to do about what is found.",
  "check-config": "Check a configuration and print what is in effect.",
  completion: "Print what makes a shell complete commands, flags and methods.",
  healthcheck: "Ask the exporter beside it whether it is alive, for images without a shell.",
} as const;

export type CommandName = keyof typeof summaries;
export const isCommand = (name: string): name is CommandName => Object.hasOwn(summaries, name);
