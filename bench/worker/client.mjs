/**
 * A browser in a process of its own: on each line of its input it sends as many requests as the line says, over
 * connections that stay open, and answers with the body of the last one.
 *
 * @module
 */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import process from "node:process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { BROWSER } from "./browser.mjs";

/** How many connections there are, each with one request at a time. */
const CONNECTIONS = 16;

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();

/**
 * Starts the process.
 *
 * @returns `askTimes(count)`, which gives the body of the last answer, and `close()`.
 */
export async function startClient(port, path, cookie) {
  const args = [fileURLToPath(import.meta.url), String(port), path, cookie];
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const askTimes = async (count) => {
    child.stdin.write(`${count}\n`);
    const { value, done } = await lines.next();
    if (done) throw new Error("the client ended");
    return JSON.parse(value);
  };
  await askTimes(1);
  return { askTimes, close: () => child.kill() };
}

async function main() {
  const [, , port, path, cookie] = process.argv;
  const headers = { ...BROWSER, host: `127.0.0.1:${port}`, accept: "text/html", cookie };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const request = `GET ${path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`;
  const sockets = Array.from({ length: CONNECTIONS }, () => connect(Number(port), "127.0.0.1").setNoDelay());
  await Promise.all(sockets.map((socket) => once(socket, "connect")));
  for await (const line of createInterface({ input: process.stdin })) {
    const body = await sendAll(sockets, { request, count: Number(line) });
    process.stdout.write(`${JSON.stringify(body)}\n`);
  }
  for (const socket of sockets) socket.destroy();
}

/**
 * Sends requests, without ever falling asleep: waking this process would be charged to the server, and the more often the
 * slower it is.
 */
async function sendAll(sockets, { request, count }) {
  let [left, last] = [count, ""];
  const work = async (socket) => {
    while (left-- > 0) last = await ask(socket, request);
  };
  const stayAwake = () => left > -CONNECTIONS && setImmediate(stayAwake);
  stayAwake();
  await Promise.all(sockets.map(work));
  return last;
}

/** Sends a request. @returns The body of the answer. */
function ask(socket, request) {
  return new Promise((resolve, reject) => {
    let text = "";
    const read = (chunk) => {
      text += chunk.toString("latin1");
      const end = text.indexOf("\r\n\r\n") + 4;
      const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1];
      if (end < 4 || text.length - end < Number(length)) return;
      socket.off("data", read).off("close", reject);
      resolve(text.slice(end));
    };
    socket.on("data", read).once("close", reject);
    socket.write(request);
  });
}
