import { expect, test, vi } from 'vitest';
import { createClient } from '../support/actors.ts';
import { bearerHeaders, testApp, trafficHeaders } from '../support/app.ts';
import { testSystem } from '../support/system.ts';

const system = await testSystem();
const { pool } = system;
const { app, send } = await testApp(system);
const origin = await app.listen({ port: 0, host: '127.0.0.1' });

type Headers = Record<string, string>;
type Ask = (headers: { bearer: Headers; traffic: Headers }) => Promise<{ status: number; text: string }>;
const json = { 'content-type': 'application/json' };

/** By the network, since calls that are answered directly exist there only. */
const graphql =
  (query: string): Ask =>
  async ({ bearer }) => {
    const headers = { ...bearer, ...json };
    const answer = await fetch(`${origin}/graphql`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ query }),
    });
    return { status: answer.status, text: await answer.text() };
  };
const rest =
  (path: string, scheme: 'bearer' | 'traffic'): Ask =>
  async (headers) => {
    const { status, body } = await send('GET', path, { headers: headers[scheme] });
    return { status, text: JSON.stringify(body) };
  };

const LISTS: Readonly<Record<string, Ask>> = {
  'a compiled read': graphql('{ campaigns(first: 5) { totalCount nodes { name } } }'),
  'a read by the executor': graphql('{ changes(first: 5) { totalCount nodes { id } } }'),
  'many fields of the executor': graphql(
    `{ ${Array.from({ length: 50 }, (_, n) => `a${n}: changes { totalCount }`).join(' ')} }`,
  ),
  'a traffic list': rest('/traffic/deals', 'traffic'),
};

const seatOf = async (users: number) => {
  const first = await createClient(system);
  const { seatId } = first;
  const others = Array.from({ length: users - 1 }, () => createClient(system, { seatId }));
  const clients = [first, ...(await Promise.all(others))];
  return Promise.all(
    clients.map(async (client) => ({
      bearer: await bearerHeaders(system, client),
      traffic: await trafficHeaders(system, client),
    })),
  );
};

const many = await seatOf(4);
const [one] = await seatOf(1);
const ADVERTISERS: readonly Ask[] = [
  graphql('{ advertisers(first: 5) { totalCount nodes { name } } }'),
  graphql('{ __typename savedReports(first: 5) { totalCount } }'),
  rest('/traffic/advertisers', 'traffic'),
];

test.each(Object.entries(LISTS))(
  'while forty calls of one seat wait for %s, every interface answers another seat',
  async (_name, ask) => {
    const blocker = await pool.connect();
    await blocker.query('BEGIN; LOCK TABLE campaign, change, deal IN ACCESS EXCLUSIVE MODE');
    try {
      const calls = Array.from({ length: 40 }, (_, n) => ask(many[n % many.length] as (typeof many)[number]));
      const answered = Promise.all(calls);
      await vi.waitFor(() => expect(pool.totalCount - pool.idleCount).toBeGreaterThanOrEqual(14), 10_000);
      if (!one) throw new Error('no caller');
      const answers = await Promise.all(ADVERTISERS.map((each) => each(one)));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(pool.totalCount - pool.idleCount).toBeGreaterThanOrEqual(14);
      await blocker.query('ROLLBACK');
      for (const { status } of await answered) expect([200, 503]).toContain(status);
    } finally {
      blocker.release(true);
    }
  },
  30_000,
);

test('a statement that takes over ten seconds is cancelled: 503 in the envelope of its interface', async () => {
  const blocker = await pool.connect();
  await blocker.query('BEGIN; LOCK TABLE campaign, change, deal IN ACCESS EXCLUSIVE MODE');
  try {
    const [first] = many;
    if (!first) throw new Error('no caller');
    const answers = await Promise.all(
      ['a compiled read', 'a read by the executor', 'a traffic list'].map((name) => LISTS[name]?.(first)),
    );
    for (const answer of answers) expect(answer?.text).toContain('The service is temporarily unavailable.');
    expect(answers.map((answer) => answer?.status)).toEqual([503, expect.anything(), 503]);
  } finally {
    await blocker.query('ROLLBACK');
    blocker.release();
  }
}, 25_000);
