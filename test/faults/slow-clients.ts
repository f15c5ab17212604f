import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { anEvent } from '../support/traffic/intake.ts';
import type { Patient, Row, Scene } from './scene.ts';

const SLOW = 300;
const SAMPLES = 300;
/** The delay of one response in a hundred by the scheduler of a busy machine, whatever else is connected. */
const NOISE_MS = 10;

/** Three hundred clients send a body byte by byte; concurrent posts must not wait for them. */
export async function slowClients({ service, poster }: Scene<Patient>): Promise<Omit<Row, 'fault'>> {
  const target = {
    port: service.port,
    path: `/v1/pixels/${poster.pixelId}/events`,
    token: poster.eventToken,
  };
  const before = await p99(target);
  const head =
    `POST ${target.path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n` +
    `authorization: Bearer ${target.token}\r\ncontent-length: 100000\r\n\r\n[`;
  const slow: Socket[] = Array.from({ length: SLOW }, () => {
    const socket = connect(target.port, '127.0.0.1', () => socket.write(head));
    return socket.on('error', () => undefined);
  });
  const drip = setInterval(() => {
    for (const socket of slow) if (socket.writable) socket.write(' ');
  }, 200);
  await sleep(1_000);
  const during = await p99(target);
  clearInterval(drip);
  for (const socket of slow) socket.destroy();
  return {
    passed: during < 2 * Math.max(before, NOISE_MS),
    figures: `p99 of a post ${before.toFixed(1)} ms without them, ${during.toFixed(1)} ms with them`,
  };
}

/** Of posts of one event, one after the other, in milliseconds. */
async function p99({ port, path, token }: { port: number; path: string; token: string }): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < SAMPLES; n += 1) {
    const began = performance.now();
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify([anEvent()]),
    });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`A post was answered ${response.status}.`);
    times.push(performance.now() - began);
    await sleep(5);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0;
}
