import { expect, test } from 'vitest';
import { bearerHeaders, testApp } from '../../support/app.ts';
import { trafficSystem } from '../../support/seat.ts';
import { countStatements } from '../../support/statements.ts';

/** A caller can give one value a thousand names, and a fragment can repeat them: it is read from PostgreSQL once. */
const { system, caller } = await trafficSystem();

test('a value is read once for all of its names', { tags: ['one-process'] }, async () => {
  const seat = await caller();
  const line = await seat.line();
  const names = Array.from({ length: 800 }, (_, i) => `n${i}: name`).join(' ');
  const lists = Array.from(
    { length: 20 },
    (_, i) =>
      `l${i}: lines(first: 1) { a: totalCount b: totalCount edges { x: cursor y: cursor } nodes { ...F } }`,
  ).join(' ');
  const query = `{ viewer { role } advertiser(id: ${line.advertiserId}) { name: id id: name ${lists} } }
    fragment F on Line { ${names} }`;
  const { send } = await testApp(system);
  const headers = await bearerHeaders(system, seat.client);
  const { result, statements } = await countStatements(system.pool, () =>
    send('POST', '/graphql', { headers, body: { query } }),
  );
  const { advertiser } = result.body.data;
  expect(advertiser).toMatchObject({ name: `Advertiser:${line.advertiserId}` });
  expect(Object.keys(advertiser)).toHaveLength(22);
  for (let i = 0; i < 20; i += 1) {
    const { a, b, edges, nodes } = advertiser[`l${i}`];
    expect([a, b, edges[0].x]).toEqual([1, 1, edges[0].y]);
    expect(Object.values(nodes[0])).toEqual(Array.from({ length: 800 }, () => line.name));
  }
  const read = statements.filter((sql) => sql.includes(' AS data') && sql.includes('"line"'));
  expect(read.length).toBeGreaterThan(0);
  for (const sql of read) expect(sql.length).toBeLessThan(40_000);
});
