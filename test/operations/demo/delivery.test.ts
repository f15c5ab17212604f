import { afterAll, expect, test, vi } from 'vitest';
import { buildApp } from '../../../src/app.ts';
import {
  countConversionReceipts,
  listConversionReceipts,
} from '../../../src/domain/events/conversion/receipts.ts';
import { advanceBy, moveClock } from '../../../src/domain/sandbox/clock.ts';
import { deliverUntilNow } from '../../../src/domain/sandbox/delivery/deliver.ts';
import { loadDemoFacts } from '../../../src/operations/demo/facts.ts';
import { openDemo } from '../../../src/operations/demo/open.ts';
import { tokenFor } from '../../support/actors.ts';
import { cliOn } from '../../support/cli.ts';
import { sandboxSystem } from '../../support/sandbox.ts';

/** The facts that `demo reset` loads, and what the graph says of them. */

vi.setConfig({ testTimeout: 120_000 });

// In a sandbox, which goes on from the facts.
const system = await sandboxSystem();
const { db } = system;
const cli = cliOn(system);
const app = await buildApp({ system });
afterAll(() => app.close());
let authorization = '';
let demo: Awaited<ReturnType<typeof openDemo>>;
const lines: {
  status: string;
  pacing: { status: string; ratio: number; budget: { amount: string }; delivered: { amount: string } };
  ads: { nodes: { delivery: { impressions: number } }[] };
  delivery: { impressions: number };
  ever: { clicks: number; conversions: number };
  databaseId: number;
}[] = [];

// biome-ignore lint/suspicious/noExplicitAny: each caller knows its selection.
async function ask(query: string, variables: object = {}): Promise<any> {
  const payload = { query, variables };
  const response = await app.inject({ method: 'POST', url: '/graphql', headers: { authorization }, payload });
  const { data, errors } = response.json();
  expect(errors).toBeUndefined();
  return data;
}

async function signIn(): Promise<void> {
  const { seatId, clientId } = demo ?? { seatId: 0, clientId: '' };
  const { userId } = await db.apiClient.findUniqueOrThrow({ where: { id: clientId } });
  authorization = `Bearer ${await tokenFor(system, { clientId, clientSecret: '', userId, seatId })}`;
}

test('demo reset answers the credentials', async () => {
  await openDemo({ system });
  // The advertisers of before the reset have facts.
  await system.pool.query('INSERT INTO fact_hour SELECT id, now() FROM advertiser');
  const { code, stdout } = await cli('demo', 'reset', '--json');
  expect(code).toBe(0);
  demo = await openDemo({ system });
  expect(JSON.parse(stdout)).toEqual(demo);
});

test('each of the new advertisers has facts, which are loaded once', async () => {
  const { seatId } = demo ?? { seatId: 0 };
  const advertisers = await db.advertiser.findMany({ where: { seatId }, select: { id: true } });
  const ids = advertisers.map(({ id }) => id);
  expect(await db.factHour.count({ where: { advertiserId: { in: ids } } })).toBe(ids.length);
  await loadDemoFacts({ system, seatId });
  expect(await db.factLoad.count()).toBe(1);
});

test('its lines have pacing and delivery', async () => {
  await signIn();
  const query = `query ($after: String) { lines(first: 50, after: $after) { nodes { status
    pacing { status ratio budget { amount } delivered { amount } }
    databaseId
    delivery(range: {preset: LAST_30_DAYS}) { impressions }
    ever: delivery(range: {preset: ALL_TIME}) { clicks conversions }
    ads(first: 5) { nodes { delivery(range: {preset: LAST_30_DAYS}) { impressions } } } }
    pageInfo { hasNextPage endCursor } } }`;
  for (let after: string | undefined, more = true; more; ) {
    const data = await ask(query, { after });
    lines.push(...data.lines.nodes);
    more = data.lines.pageInfo.hasNextPage;
    after = data.lines.pageInfo.endCursor;
  }
  expect(lines.length).toBeGreaterThan(50);
});

test('no line of the demo delivers more than its flight’s budget, and one that is not active nothing', () => {
  for (const { status, pacing } of lines) {
    expect(Number(pacing.delivered.amount)).toBeLessThanOrEqual(Number(pacing.budget.amount));
    if (status !== 'ACTIVE') expect(Number(pacing.delivered.amount)).toBe(0);
  }
});

test('lines are ahead, behind, on track, spent, between flights, and held back by a paused campaign', () => {
  const states = lines.filter(({ status }) => status === 'ACTIVE').map(({ pacing }) => pacing.status);
  expect(new Set(states)).toEqual(new Set(['AHEAD', 'BEHIND', 'NOT_STARTED', 'ON_TRACK', 'SPENT']));
});

test('what a line delivered is what its ads did', () => {
  for (const { delivery, ads } of lines) {
    const sum = ads.nodes.reduce((total, ad) => total + ad.delivery.impressions, 0);
    expect(sum).toBe(delivery.impressions);
  }
});

test('what is stored as a conversion is delivered as one, after a click', async () => {
  const { rows } = await system.pool.query<{ line_id: number; count: number }>(
    'SELECT line_id, count(*)::int FROM conversion WHERE seat_id = $1 GROUP BY 1',
    [demo?.seatId],
  );
  const stored = new Map(rows.map(({ line_id, count }) => [line_id, count]));
  for (const { databaseId, ever } of lines) {
    expect(ever.conversions).toBe(stored.get(databaseId) ?? 0);
    expect(ever.conversions).toBeLessThanOrEqual(ever.clicks);
  }
});

test('each advertiser sold something in the last week', async () => {
  const { rows } = await system.pool.query(
    `SELECT advertiser_id, sum(gv) AS value FROM conversion
     WHERE seat_id = $1 AND received_at BETWEEN now() - interval '7 days' AND now() GROUP BY 1`,
    [demo?.seatId],
  );
  expect(rows.length).toBe(await db.advertiser.count({ where: { seatId: demo?.seatId ?? 0 } }));
});

test('the conversions of the last week have receipts, newest first', async () => {
  const seatId = demo?.seatId ?? 0;
  const { rows } = await system.pool.query<{ id: string }>(
    `SELECT receipt_id AS id FROM conversion WHERE seat_id = $1 AND received_at >= now() - interval '7 days'`,
    [seatId],
  );
  const ctx = { pool: system.pool, seatId };
  const first = await listConversionReceipts({ ctx, limit: 20 });
  expect(first).toHaveLength(20);
  expect(new Set(first.map(({ outcome }) => outcome))).toEqual(new Set(['ACCEPTED']));
  const rest = await listConversionReceipts({ ctx, limit: 100_000, after: first.at(-1)?.id });
  const receipts = new Set([...first, ...rest].map(({ id }) => id));
  expect(receipts.size).toBe(await countConversionReceipts({ ctx }));
  expect(rows.filter(({ id }) => !receipts.has(id))).toEqual([]);
});

test('each conversion is in the facts', async () => {
  const { rows } = await system.pool.query('SELECT count(*)::int FROM conversion WHERE NOT in_facts');
  expect(rows).toEqual([{ count: 0 }]);
});

const DAY_MS = 86_400_000;
const dayAt = (daysAgo: number) => new Date(Date.now() - daysAgo * DAY_MS).toISOString().slice(0, 10);

test('spend fell after a bid was lowered, and the history says so', async () => {
  const [before, after] = [
    { between: { start: dayAt(11), end: dayAt(7) } },
    { between: { start: dayAt(4), end: dayAt(1) } },
  ];
  const query = `query ($filter: LineFilter, $before: DateRangeInput!, $after: DateRangeInput!) {
    lines(first: 5, filter: $filter) { nodes {
      history(first: 5) { nodes { at fields { path before after } } }
      before: delivery(range: $before) { spend { amount } } after: delivery(range: $after) { spend { amount } } } } }`;
  const name = 'Rain shells – Prospecting – Native feed';
  const { nodes } = (await ask(query, { filter: { name: { eq: name } }, before, after })).lines;
  expect(nodes).toHaveLength(1);
  const [line] = nodes;
  const [change] = line.history.nodes[0].fields;
  expect(change.path).toBe('bidPrice');
  expect(Number(change.after)).toBeLessThan(Number(change.before) / 4);
  const perDay = { before: Number(line.before.spend.amount) / 5, after: Number(line.after.spend.amount) / 4 };
  expect(perDay.before).toBeGreaterThan(10);
  expect(perDay.after).toBeLessThan(perDay.before / 2);
});

test('two ads cost money and sell nothing', async () => {
  const found: { delivery: { clicks: number; conversions: number } }[] = [];
  for (let after: string | null = null, more = true; more; ) {
    const query = `query ($after: String) { ads(first: 100, after: $after) { pageInfo { hasNextPage endCursor }
      nodes { delivery(range: {preset: ALL_TIME}) { clicks conversions } } } }`;
    const { ads } = await ask(query, { after });
    found.push(...ads.nodes);
    more = ads.pageInfo.hasNextPage;
    after = ads.pageInfo.endCursor;
  }
  const idle = found.filter(({ delivery }) => delivery.clicks > 2_000 && delivery.conversions === 0);
  expect(idle).toHaveLength(2);
});

test('active lines of a paused campaign say why they do not deliver', async () => {
  const { nodes } = (
    await ask(
      `{ lines(first: 100, filter: {status: ACTIVE, deliveryStatus: BLOCKED}) { nodes { deliveryBlockers { code } } } }`,
    )
  ).lines;
  const codes = nodes.map(({ deliveryBlockers }: { deliveryBlockers: { code: string }[] }) =>
    deliveryBlockers.map(({ code }) => code),
  );
  expect(codes).toContainEqual(['CAMPAIGN_PAUSED']);
});

test('pixels have events, and those of one are refused for three reasons', async () => {
  const { nodes } = (
    await ask(
      `{ pixels(first: 50) { nodes { refusalReasons { field reason events }
        eventCounts(range: {preset: LAST_7_DAYS}) { accepted refused } } } }`,
    )
  ).pixels;
  const accepting = nodes.filter(
    ({ eventCounts }: { eventCounts: { accepted: number }[] }) => (eventCounts[0]?.accepted ?? 0) > 100,
  );
  expect(accepting).toHaveLength(await db.advertiser.count({ where: { seatId: demo?.seatId ?? 0 } }));
  const reasons = nodes.map(({ refusalReasons }: { refusalReasons: unknown[] }) => refusalReasons.length);
  expect(reasons.filter((count: number) => count > 0)).toEqual([3]);
});

test('a sandbox goes on as it was: its first day has as many conversions for its clicks as the week before', async () => {
  const DELIVERED =
    'delivery(input: {by: [], range: $range, timezone: "UTC"}) { totals { clicks conversions } }';
  const totalsOf = async (start: string, end: string) => {
    const data = await ask(`query ($range: DateRangeInput!) { ${DELIVERED} }`, {
      range: { between: { start, end } },
    });
    return data.delivery.totals as { clicks: number; conversions: number };
  };
  const before = await totalsOf(dayAt(7), dayAt(1));
  await moveClock(system, advanceBy('2d'));
  await deliverUntilNow(system);
  // Tokens expire by the clock of the sandbox.
  await signIn();
  // Today began before the sandbox did, and tomorrow is the first day that is simulated as a whole.
  const first = await totalsOf(dayAt(0), dayAt(-1));
  expect(first.conversions / first.clicks).toBeGreaterThan((0.8 * before.conversions) / before.clicks);
  expect(first.conversions / first.clicks).toBeLessThan((1.2 * before.conversions) / before.clicks);
});
