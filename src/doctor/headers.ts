/** What the client keeps to itself of a call: whether it went out, the status of the answer, and two of its headers. */
import { subscribe, unsubscribe } from "node:diagnostics_channel";

type Head = {
  readonly status: number;
  /** By the clock of who answered, in whole seconds. */
  readonly date: Date | undefined;
  readonly location: string | undefined;
};
type Message = {
  readonly request: { readonly origin: unknown };
  readonly response: { readonly statusCode: number; readonly headers: readonly Buffer[] };
};

/** undici tells these to whoever listens. */
const channels = { sent: "undici:client:sendHeaders", answered: "undici:request:headers" } as const;

function headOf({ statusCode: status, headers }: Message["response"]): Head {
  const texts = headers.map((one) => one.toString("latin1"));
  const textOf = (name: string) => texts.find((_, i) => i % 2 === 1 && texts[i - 1]?.toLowerCase() === name);
  const date = new Date(textOf("date") ?? "");
  return { status, date: Number.isNaN(date.getTime()) ? undefined : date, location: textOf("location") };
}

/** What was seen of the calls to one origin. */
export type Seen = {
  /** The connection stood, and the call went out. */
  readonly sent: boolean;
  /** Of the last answer. */
  readonly head: Head | undefined;
};

/** Runs the task, and gives what is seen meanwhile. */
export async function watching<T>(origin: string, task: () => Promise<T>): Promise<readonly [T, Seen]> {
  let head: Head | undefined;
  let sent = false;
  const isOurs = ({ request }: Pick<Message, "request">) => String(request.origin) === origin;
  const onSent = (message: unknown) => {
    sent ||= isOurs(message as Message);
  };
  const onAnswer = (message: unknown) => {
    if (isOurs(message as Message)) head = headOf((message as Message).response);
  };
  subscribe(channels.sent, onSent);
  subscribe(channels.answered, onAnswer);
  try {
    const value = await task();
    return [value, { sent, head }];
  } finally {
    unsubscribe(channels.sent, onSent);
    unsubscribe(channels.answered, onAnswer);
  }
}
