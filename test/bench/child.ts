/** Separate processes for the measured and the measuring program. Both ends of the connection to a child. */
import { fork } from "node:child_process";

export type Child<Ready, Question, Answer> = Disposable & {
  /** The message of the child when it is ready. */
  readonly ready: Ready;
  /** One request at a time. */
  readonly ask: (question: Question) => Promise<Answer>;
};

export async function startChild<Ready, Question = never, Answer = never>(
  file: URL,
  options: object = {},
): Promise<Child<Ready, Question, Answer>> {
  const execArgv = ["--expose-gc", "--max-semi-space-size=2"];
  const child = fork(file, [JSON.stringify(options)], { execArgv });
  let answer = Promise.withResolvers<unknown>();
  child.on("message", (message) => answer.resolve(message));
  child.once("exit", (code) => answer.reject(new Error(`${file.pathname} ended with ${code}`)));
  return {
    ready: (await answer.promise) as Ready,
    ask(question) {
      answer = Promise.withResolvers();
      child.send(question as object);
      return answer.promise as Promise<Answer>;
    },
    [Symbol.dispose]: () => child.disconnect(), // ends the child
  };
}

/** In the child: the arguments of the start. */
export const optionsOfChild = <Options>() => JSON.parse(process.argv[2] ?? "{}") as Options;

/** In the child: reports that it is ready. The process exits if a response fails. */
export function reportReady<Question, Answer>(ready: object, answer?: (question: Question) => Promise<Answer>) {
  process.on("message", async (question) => process.send?.(await answer?.(question as Question)));
  process.once("disconnect", () => process.exit()); // never outlives its parent
  process.send?.(ready);
}
