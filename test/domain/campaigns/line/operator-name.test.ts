import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { addTrades } from '../../../../src/operations/demo/seed.ts';
import { migrationsDir } from '../../../../src/platform/database/migration/migration-files.ts';
import { createSeat } from '../../../support/actors.ts';
import { problems, trafficSystem } from '../../../support/seat.ts';

/** The operator's name is one setting. What is stored does not depend on it. */
const { system, caller } = await trafficSystem({ env: { FLIGHTLINE_OPERATOR: 'acme' } });
const seat = await caller();
const NATIVE = { isNativeEnabled: true, supplyType: 'ACME', language: 'ENGLISH' };

describe('the operator’s own supply under another operator’s name', () => {
  test('is stored neutrally, answered in the operator’s word by REST and as PLATFORM by GraphQL', async () => {
    const { body } = await seat.post('/lines', { name: 'L', orderId: (await seat.campaign()).id, ...NATIVE });
    const { id } = body.response;
    expect(body.response.supplyType).toBe('ACME');
    expect((await system.db.line.findUniqueOrThrow({ where: { id } })).supplyType).toBe('PLATFORM');
    expect((await seat.get(`/lines/${id}`)).body.response.supplyType).toBe('ACME');
    const { data } = (
      await seat.graphql(
        `query ($id: ID!) { line(id: $id) { supplyType
           history(first: 1) { nodes { fields { path after } } }
           campaign { own: lines(filter: {supplyType: {eq: PLATFORM}}) { totalCount }
             none: lines(filter: {supplyType: {in: [THIRD_PARTY]}}) { totalCount } } } }`,
        { id },
      )
    ).body;
    expect(data.line).toMatchObject({ supplyType: 'PLATFORM', campaign: { own: { totalCount: 1 } } });
    expect(data.line.campaign.none.totalCount).toBe(0);
    expect(data.line.history.nodes[0].fields).toContainEqual({ path: 'supplyType', after: 'PLATFORM' });
  });

  test('is not known by another word', async () => {
    const orderId = (await seat.campaign()).id;
    const reply = await seat.post('/lines', { name: 'L', orderId, ...NATIVE, supplyType: 'PLATFORM' });
    expect(problems(reply)).toEqual({ supplyType: 'supplyType must be one of ACME, THIRD_PARTY' });
  });

  test('the response to GET of a demo line can be PUT back', { timeout: 120_000 }, async () => {
    const { seatId, accountGroupId } = await createSeat(system);
    await addTrades({ db: system.db, seatId, accountGroupId, now: system.now() });
    const demo = await caller({ seatId });
    const own = { seatId, isNativeEnabled: true };
    const lines = await system.db.line.findMany({ where: own, take: 3, select: { id: true } });
    expect(lines).toHaveLength(3);
    for (const { id } of lines) {
      const { response } = (await demo.get(`/lines/${id}`)).body;
      const reply = await demo.put(`/lines/${id}`, response);
      expect(problems(reply)).toEqual({});
      expect(reply.status).toBe(200);
    }
  });

  test('lines stored under an operator’s word are neutral after the migration', async () => {
    const { id } = await seat.line({ name: randomUUID() });
    await system.pool.query(`UPDATE line SET supply_type = 'ACME' WHERE id = $1`, [id]);
    const file = join(migrationsDir, '20261122033200_supply_type_neutral', 'migration.sql');
    await system.pool.query(await readFile(file, 'utf8'));
    expect((await seat.get(`/lines/${id}`)).body.response.supplyType).toBe('ACME');
    expect((await system.db.line.findUniqueOrThrow({ where: { id } })).supplyType).toBe('PLATFORM');
  });
});
