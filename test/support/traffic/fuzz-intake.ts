import type { FastifyInstance } from 'fastify';
import { anEvent, type Poster } from './intake.ts';

/** Numbers from a seed (mulberry32), so that a run can be had again. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const ODD: readonly unknown[] = [
  ...[null, true, false, 0, -1, 1.5, 1e308, 1e21, '', ' ', '0', '1e9', 'NaN', [], {}, [[]], [null]],
  ...['\0', '\ud800', '\u202e', 'é'.repeat(300), 'x'.repeat(3_000), { __proto__: null, constructor: 1 }],
];

/** Sends generated requests to both intake interfaces, about half of them valid; counts by status. */
export async function fuzzIntake(options: {
  app: FastifyInstance;
  poster: Poster;
  requests: number;
  seed: number;
}): Promise<Map<number, number>> {
  const { app, poster, requests, seed } = options;
  const next = random(seed);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(next() * items.length)] as T;
  const statuses = new Map<number, number>();

  function event(): unknown {
    const made = anEvent() as Record<string, Record<string, unknown>>;
    if (next() < 0.55) return made;
    const holder = pick([made, made.user_data, made.custom_data]) as Record<string, unknown>;
    holder[pick([...Object.keys(holder), 'value', 'he', 'user_defined', 'other'])] = pick(ODD);
    return made;
  }

  function jsonBody(): string {
    const text = JSON.stringify(Array.from({ length: Math.ceil(next() * 3) }, event));
    if (next() > 0.1) return text;
    const at = Math.floor(next() * text.length);
    return text.slice(0, at) + pick(['', '}', '"', '\\', '1e999', '\u0001']) + text.slice(at + 1);
  }

  function query(): string {
    const pairs = [
      ['vmcid', pick(['unknown', 'a'.repeat(80)])],
      ['id', `fuzz-${Math.floor(next() * 1e9)}`],
      ['dp', 'fuzz'],
      ...(next() < 0.5 ? [['gv', pick(['1', '2.5', '-3', 'x', '1e999'])]] : []),
      ...(next() < 0.3 ? [['et', pick(['1700000000000', '1', 'now', '9'.repeat(40)])]] : []),
    ].map((pair) => pair.map((part) => encodeURIComponent(part ?? '')).join('='));
    if (next() < 0.3) pairs.push(pick(['ec=%', 'ec=%ff', 'id=2', '=', 'x'.repeat(40), 'ec=a+b', '%00=1']));
    return pairs.join('&');
  }

  async function one(): Promise<number> {
    const bad = next() < 0.05;
    if (next() < 0.5) {
      const type = bad ? pick(['text/plain', 'application/xml', '']) : 'application/json';
      const headers = { authorization: `Bearer ${poster.eventToken}`, 'content-type': type };
      const pixel = next() < 0.97 ? poster.pixelId : pick([0, -1, 'x', 2 ** 40]);
      const url = `/v1/pixels/${pixel}/events`;
      return (await app.inject({ method: 'POST', url, headers, payload: jsonBody() })).statusCode;
    }
    const authorization = bad ? pick(['', 'x', 'Bearer']) : poster.uploadToken;
    if (next() < 0.5)
      return (await app.inject({ url: `/?${query()}`, headers: { authorization } })).statusCode;
    const headers = { authorization, 'content-type': 'application/x-www-form-urlencoded' };
    return (await app.inject({ method: 'POST', url: '/', headers, payload: query() })).statusCode;
  }

  for (let sent = 0; sent < requests; sent += 50) {
    for (const status of await Promise.all(Array.from({ length: Math.min(50, requests - sent) }, one)))
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  return statuses;
}
