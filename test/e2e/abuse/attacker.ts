/** One misbehaving client of the exporter, in a separate process: `node attacker.ts KIND PORT CONNECTIONS`. */
import { connect, type Socket } from "node:net";

const reopenAfterMs = 100;
const request = (method: string, path: string, ...headers: readonly string[]) =>
  `${[`${method} ${path} HTTP/1.1`, "host: x", ...headers].join("\r\n")}\r\n\r\n`;
const credentials = (text: string) => `authorization: Basic ${Buffer.from(text).toString("base64")}`;
let guesses = 0;
const guess = () => request("GET", "/metrics", credentials(`prometheus:guess${process.pid}-${guesses++}`));

/** Each one begins what it does on a new connection. */
const attacks = {
  /** Also a TLS handshake that never begins. */
  idle: () => {},
  "keep-alive": (socket: Socket) => socket.resume().write(request("GET", "/-/healthy")),
  "half-head": (socket: Socket) => socket.write("GET /metrics HTTP/1.1\r\nx: "),
  "half-body": (socket: Socket) =>
    socket.write(`${request("POST", "/-/reload", "content-type: text/plain", "content-length: 900")}ab`),
  "wrong-password": (socket: Socket) => socket.on("data", () => socket.write(guess())).write(guess()),
  "slow-reader": (socket: Socket) => socket.pause().write(request("GET", "/metrics")),
} as const;
export type Attack = keyof typeof attacks;

function attack(begin: (socket: Socket) => unknown, port: number) {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => {});
  socket.on("connect", () => begin(socket));
  socket.on("close", () => setTimeout(attack, reopenAfterMs, begin, port));
}

if (import.meta.main) {
  const [kind = "", port, connections] = process.argv.slice(2);
  setInterval(() => {}, 1000); // sockets that do not read keep no process alive
  for (let i = 0; i < Number(connections); i++) attack(attacks[kind as Attack], Number(port));
}
