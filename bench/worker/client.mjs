/**
 * Browsers in a process of Node, whatever the server runs on. The first line of its input has their cookies. On each line
 * that follows it sends as many requests as the line says, one user after the other, over connections of its own,
 * and answers with the body of the last one.
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
 * @param cookies The `Cookie` header of each user.
 * @returns `askTimes(count)`, which gives the body of the last answer, and `close()`.
 */
export async function startClient(port, path, cookies) {
  const args = [fileURLToPath(import.meta.url), String(port), path];
  const child = spawn("node", args, { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const askTimes = async (count) => {
    child.stdin.write(`${count}\n`);
    const { value, done } = await lines.next();
    if (done) throw new Error("the client ended");
    return JSON.parse(value);
  };
  child.stdin.write(`${JSON.stringify(cookies)}\n`);
  await askTimes(1);
  return { askTimes, close: () => child.kill() };
}

async function main() {
  const [, , port, path] = process.argv;
  const input = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
  const requests = JSON.parse((await input.next()).value).map((cookie) => toRequest(port, path, cookie));
  let sent = 0;
  const next = () => requests[sent++ % requests.length];
  for await (const line of input) {
    // Bun closes connections that wait for their next turn, so each batch has its own.
    const sockets = await Promise.all(Array.from({ length: CONNECTIONS }, () => connectTo(port)));
    const body = await sendAll(sockets, { next, count: Number(line) });
    for (const socket of sockets) socket.destroy();
    process.stdout.write(`${JSON.stringify(body)}\n`);
  }
}

async function connectTo(port) {
  const socket = connect(Number(port), "127.0.0.1").setNoDelay();
  await once(socket, "connect");
  return socket;
}

function toRequest(port, path, cookie) {
  const headers = { ...BROWSER, host: `127.0.0.1:${port}`, accept: "text/html", ...(cookie && { cookie }) };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return `GET ${path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`;
}

/**
 * Sends requests, without ever falling asleep: waking this process would be charged to the server, and the more often the
 * slower it is.
 */
async function sendAll(sockets, { next, count }) {
  let [left, last] = [count, ""];
  const work = async (socket) => {
    while (left-- > 0) last = await ask(socket, next());
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
