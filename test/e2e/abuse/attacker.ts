/** One misbehaving client of the exporter, in a separate process: `node attacker.ts KIND PORT CONNECTIONS`. For a flood, the last
 *  argument is the number of new connections per second. */
import { connect, type Socket } from "node:net";

const reopenAfterMs = 100;
const request = (method: string, path: string, ...headers: readonly string[]) =>
  `${[`${method} ${path} HTTP/1.1`, "host: x", ...headers].join("\r\n")}\r\n\r\n`;
const credentials = (text: string) => `authorization: Basic ${Buffer.from(text).toString("base64")}`;
/** A text of 64 kB: as many requests as a server reads at once. */
const burst = (text: string) => text.repeat(Math.ceil(65_536 / text.length));
let guesses = 0;
const guess = () => request("GET", "/metrics", credentials(`prometheus:guess${process.pid}-${guesses++}`));

const expectation = request("GET", "/-/healthy", "expect: x");
/** Requests that Node.js answers itself, unless the server listens to their events, and requests that end a connection. */
const odd = [
  "GET / HTTP/1.1\r\n\r\n",
  expectation,
  request("GET", "/-/healthy", "expect: 100-continue"),
  request("GET", "/-/healthy", "connection: upgrade", "upgrade: h2c"),
  request("GET", "/-/healthy", `cookie: ${"c".repeat(1000)}`),
  request("CONNECT", "x:1"),
  `${request("POST", "/-/reload", "content-length: 1")}a`,
  "nonsense\r\n\r\n",
];
let packets = 0;

/** Requests the path again as soon as the last bytes of a response have arrived. */
function readAgain(socket: Socket, path: string) {
  const ask = () => socket.write(request("GET", path));
  let missing = 0;
  socket.on("data", (chunk) => {
    const head = missing === 0 ? chunk.indexOf("\r\n\r\n") : -1;
    const length = /content-length: (\d+)/.exec(chunk.toString("latin1", 0, Math.max(head, 0)))?.[1];
    missing = length === undefined ? missing - chunk.length : head + 4 + Number(length) - chunk.length;
    if (missing <= 0) ask();
  });
  ask();
}

/** Each one begins what it does on a new connection. */
const attacks = {
  /** Also a TLS handshake that never begins. */
  idle: () => {},
  "keep-alive": (socket: Socket) => socket.resume().write(request("GET", "/-/healthy")),
  "half-head": (socket: Socket) => socket.write("GET /metrics HTTP/1.1\r\nx: "),
  "half-body": (socket: Socket) =>
    socket.write(`${request("POST", "/-/reload", "content-type: text/plain", "content-length: 900")}ab`),
  "endless-body": (socket: Socket) => {
    const chunks = burst("1\r\na\r\n");
    const more = () => socket.write(chunks);
    socket.on("drain", more).write(request("POST", "/-/reload", "transfer-encoding: chunked"));
    more();
  },
  /** Each connection sends another kind of 3,000 requests behind one. */
  "odd-packets": (socket: Socket) =>
    socket.resume().write(request("GET", "/-/healthy") + odd[packets++ % odd.length]?.repeat(3000)),
  "odd-packets-behind-passwords": (socket: Socket) => socket.resume().write(guess() + expectation.repeat(3000)),
  "bodies-with-passwords": (socket: Socket) =>
    socket
      .resume()
      .write(
        guess().replace("GET", "POST").replace("\r\n", "\r\ntransfer-encoding: chunked\r\n") +
          burst("1\r\na\r\n").repeat(6),
      ),
  "huge-heads": (socket: Socket) => socket.resume().write(request("GET", "/", `x: ${"x".repeat(900_000)}`)),
  "half-closed": (socket: Socket) => socket.resume().end(guess() + request("GET", "/-/healthy").repeat(5)),
  "pipelined-probes": (socket: Socket) => {
    const probes = burst(request("GET", "/-/healthy"));
    socket.resume().on("drain", () => socket.write(probes));
    socket.write(probes);
  },
  "pipelined-passwords": (socket: Socket) => {
    const guesses = burst(guess());
    const more = () => socket.write(guesses);
    socket.resume().on("drain", more);
    more();
  },
  "pipelined-pages": (socket: Socket) => {
    socket.pause().write(request("GET", "/metrics").repeat(160));
    setTimeout(() => socket.destroy(), 2600);
  },
  "pipelined-sips": (socket: Socket) => {
    socket.pause().write(request("GET", "/sd").repeat(200));
    const sips = setInterval(() => socket.read(4096), 6000);
    socket.on("close", () => clearInterval(sips));
  },
  "one-password": (socket: Socket) => socket.resume().write(guess()),
  /** Prints a line when the first password of a connection is rejected. */
  "wrong-password": (socket: Socket) =>
    socket
      .once("data", () => process.stdout.write("rejected\n"))
      .on("data", () => socket.write(guess()))
      .write(guess()),
  "slow-reader": (socket: Socket) => socket.pause().write(request("GET", "/metrics")),
  "sipping-reader": (socket: Socket) => {
    socket.pause().write(request("GET", "/metrics"));
    const sips = setInterval(() => socket.read(4096), 1000);
    socket.on("close", () => clearInterval(sips));
  },
  "fast-reader": (socket: Socket) => readAgain(socket, "/metrics"),
  "fast-status-reader": (socket: Socket) => readAgain(socket, "/status.json"),
  "fast-page-reader": (socket: Socket) => readAgain(socket, "/"),
  /** Each connection gets another version of the metrics. */
  "late-slow-reader": (socket: Socket) => {
    setTimeout(() => socket.write(request("GET", "/metrics")), 8000 * Math.random());
    socket.pause();
  },
} as const;
export type Attack = keyof typeof attacks | "flood";

/** Opens new connections that send nothing, and closes each after two seconds. */
function flood(port: number, perSecond: number) {
  const everyMs = 10;
  setInterval(() => {
    for (let i = 0; i < (perSecond * everyMs) / 1000; i++) {
      const socket = connect(port, "127.0.0.1").on("error", () => {});
      setTimeout(() => socket.destroy(), 2000);
    }
  }, everyMs);
}

function attack(begin: (socket: Socket) => unknown, port: number) {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => {});
  socket.on("connect", () => begin(socket));
  socket.on("close", () => setTimeout(attack, reopenAfterMs, begin, port));
}

if (import.meta.main) {
  const [kind = "", port, connections] = process.argv.slice(2);
  setInterval(() => {}, 1000); // sockets that do not read keep no process alive
  if (kind === "flood") flood(Number(port), Number(connections));
  else for (let i = 0; i < Number(connections); i++) attack(attacks[kind as keyof typeof attacks], Number(port));
}
