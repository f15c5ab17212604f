import type { Answer, Estate } from '../guards/estate.ts';
import { callOf, type RestCall, send } from '../guards/rest-calls.ts';
import { REST_ROWS } from '../guards/rest-rows.ts';
import { graphqlRequest, spoiledGraphql } from './graphql-requests.ts';
import { hostileText, spoil } from './hostile.ts';
import type { Random } from './random.ts';

export interface Fuzzed {
  readonly to: Seat;
  /** What it was, for the table of answers. */
  readonly what: string;
  readonly send: () => Promise<Answer>;
  /** Enough to send it again. */
  readonly description: unknown;
}

export type Seat = 'good' | 'victim';

/** Good requests go to `good`; spoiled ones, which may do damage, to `victim`, another seat. */
export function fuzzedRequest(random: Random, seats: Readonly<Record<Seat, Estate>>): Fuzzed {
  const { good, victim } = seats;
  const spoiled = random.chance(0.55);
  const to = spoiled ? 'victim' : 'good';
  if (random.chance(0.5)) {
    const body = spoiled ? spoiledGraphql(random, victim) : graphqlRequest(random, good);
    const send = () => seats[to].send('POST', '/graphql', { body: written(body) });
    return { to, what: 'graphql', description: body, send };
  }
  const rows = Object.entries(REST_ROWS).filter(
    ([route, row]) => (!row.seatless || spoiled) && (spoiled || !/^DELETE|\/download$/.test(route)),
  );
  const [route, row] = random.pick(rows);
  const seat = seats[to];
  const call = row.seatless ? { path: {}, query: {}, body: undefined } : callOf(route, row, seat);
  const sent = spoiled ? spoiledCall(random, call) : call;
  const headers = spoiled ? spoiledHeaders(random) : {};
  return {
    to,
    what: interfaceOf(route),
    description: { route, ...sent, headers },
    send: () => send(seat, route, sent, headers),
  };
}

const interfaceOf = (route: string): string => route.match(/\/(\w+)/)?.[1] ?? 'conversions';

/** JSON, with `1e999` as the number that only JSON can write. */
const written = (body: unknown): string => (JSON.stringify(body) ?? '').replaceAll('"1e999"', '1e999');

function spoiledCall(random: Random, call: RestCall): RestCall & { raw?: true } {
  const { path, query, body } = call;
  const turn = random.below(4);
  const names = Object.keys(path);
  if (turn === 0 && names.length > 0) {
    const name = random.pick(names);
    return { path: { ...path, [name]: hostileText(random) }, query, body, raw: true };
  }
  if (turn === 1) {
    const known = [
      ...Object.keys(query),
      'page',
      'limit',
      'sort',
      'dir',
      'query',
      'mr',
      'si',
      'status',
      'seatId',
    ];
    return { path, query: { ...query, [random.pick(known)]: hostileText(random) }, body, raw: true };
  }
  if (body === undefined) return { path, query, body: random.chance(0.5) ? undefined : '{"a":' };
  if (typeof body === 'string')
    return { path, query, body: `${body}&${hostileText(random)}=${hostileText(random)}` };
  return { path, query, body: Buffer.from(spoiledText(random, body)) };
}

function spoiledText(random: Random, body: unknown): string {
  const text = written(spoil(random, body));
  if (random.chance(0.9)) return text;
  return random.pick([
    text.slice(0, -1),
    `${text}x`,
    `[${text}`,
    '\ufeff'.concat(text),
    '[['.repeat(5000),
    '',
  ]);
}

function spoiledHeaders(random: Random): Record<string, string> {
  if (random.chance(0.85)) return {};
  const name = random.pick([
    'content-type',
    'x-seat-id',
    'x-request-id',
    'accept',
    'idempotency-key',
    'range',
  ]);
  return { [name]: hostileText(random).slice(0, 2000) };
}
