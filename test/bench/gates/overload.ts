import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { type Desk, timed } from './desk.ts';
import type { Gate } from './gate.ts';
import { startPings } from './ping.ts';

const MB = 1_048_576;
const UPLOAD_MB = 100;
const SOCKETS = Number(process.env.SOCKETS ?? 10_000);
/** Opened at a time: the accept backlog of a listening socket holds a few hundred. */
const SOCKETS_AT_ONCE = 250;
const WARM_REQUESTS = 300;

/** Neither oversized nor never-ending requests affect other clients. */
export async function overload(desk: Desk): Promise<Gate[]> {
  for (let count = 0; count < WARM_REQUESTS; count += 1) await timed(desk, 'rooms?page[size]=1');
  return [await upload(desk, true), await upload(desk, false), ...(await halfOpen(desk))];
}

const residentMb = (pid: number) =>
  Number(/^VmRSS:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

/** Uploads 100 MB and measures the growth of the service's resident memory. */
async function upload(desk: Desk, isSizeTold: boolean): Promise<Gate> {
  const { pid } = desk.service;
  const before = residentMb(pid);
  let most = before;
  const look = setInterval(() => {
    most = Math.max(most, residentMb(pid));
  }, 5);
  const outcome = await sendUpload(desk, isSizeTold);
  await delay(200);
  clearInterval(look);
  const name = `growth by an upload of ${UPLOAD_MB} MB, ${isSizeTold ? 'its size told' : 'in chunks'}`;
  return { name, measured: most - before, most: 20, unit: 'MB', note: outcome };
}

function sendUpload({ service, token }: Desk, isSizeTold: boolean): Promise<string> {
  return new Promise((resolve) => {
    let sent = 0;
    const out = request(`${service.origin}/rapi/v1/rooms`, {
      method: 'POST',
      headers: {
        'x-access-token': token,
        'content-type': 'application/vnd.api+json',
        ...(isSizeTold && { 'content-length': UPLOAD_MB * MB }),
      },
    });
    const said = (what: string) => `${what} after ${(sent / MB).toFixed(1)} MB`;
    out.on('response', (response) => resolve(said(`answered ${response.resume().statusCode}`)));
    out.on('error', (error) => resolve(said(error.message)));
    const chunk = Buffer.alloc(65_536, ' ');
    const body = function* () {
      for (; sent < UPLOAD_MB * MB; sent += chunk.length) yield chunk;
    };
    // The handlers above report the outcome.
    pipeline(Readable.from(body()), out).catch(() => {});
  });
}

/** Opens connections that start a request and never finish it. */
async function halfOpen(desk: Desk): Promise<Gate[]> {
  const { port, pid, origin } = desk.service;
  const before = residentMb(pid);
  const endPings = await startPings(origin);
  const open = new Set<Socket>();
  for (let count = 0; count < SOCKETS; count += SOCKETS_AT_ONCE) {
    const connected = Array.from({ length: SOCKETS_AT_ONCE }, async () => {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => {}).on('close', () => open.delete(socket));
      socket.resume().write('GET /rapi/v1/rooms HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow');
      open.add(socket);
      await once(socket, 'connect').catch(() => {});
    });
    await Promise.all(connected);
  }
  const atMost = open.size;
  const grown = residentMb(pid) - before;
  const openedAt = performance.now();
  while (open.size > 0) await delay(50);
  const goneMs = performance.now() - openedAt;
  const { p50, p99, most, count, failed } = await endPings();
  const rest = `p50 ${p50.toFixed(1)}, most ${most.toFixed(0)}, ${count} asked, ${failed} failed`;
  const held = `${atMost} of ${SOCKETS} were open at once, ${grown.toFixed(0)} MB`;
  return [
    { name: 'half-open connections are gone', measured: goneMs, most: 15_000, unit: 'ms', note: held },
    { name: 'health p99 during overload', measured: p99, most: 50, unit: 'ms', note: rest },
  ];
}
