import { expect, it } from 'vitest';
import { checkClient } from '../../../src/domain/access/diagnostics/list.ts';
import { MAX_ROWS, recorderOf } from '../../../src/domain/access/diagnostics/record.ts';
import { createClient } from '../../support/actors.ts';
import { testSystem } from '../../support/system.ts';

const system = await testSystem();
const recorder = recorderOf(system);
const problemsOf = async (clientId: string) => (await checkClient({ system, clientId })).problems;

it('repeats are counted in one row, written once, with the words of the last', async () => {
  const { clientId } = await createClient(system);
  for (let count = 1; count <= 1000; count += 1)
    recorder.note({ clientId, kind: 'UNKNOWN_ID', subject: 'GET /a', message: `try ${count}` });
  expect(await problemsOf(clientId)).toEqual([]);
  await recorder.store();
  recorder.note({ clientId, kind: 'UNKNOWN_ID', subject: 'GET /a', message: 'again' });
  await recorder.store();
  const [problem, ...others] = await problemsOf(clientId);
  expect(others).toEqual([]);
  expect(problem).toMatchObject({ kind: 'UNKNOWN_ID', count: 1001, message: 'again' });
});

it('a client adds at most twenty rows at once, has at most fifty, and leaves room for others', async () => {
  const [loud, quiet] = [await createClient(system), await createClient(system)];
  for (let round = 0; round < 5; round += 1) {
    for (let at = 0; at < 1000; at += 1)
      recorder.note({
        ...{ clientId: loud.clientId, kind: 'INVALID_FIELDS' },
        ...{ subject: `${round} ${at} ${'x'.repeat(1000)}`, message: 'y'.repeat(10_000) },
      });
    recorder.note({ clientId: quiet.clientId, kind: 'CLOCK', message: 'ahead' });
    await recorder.store();
  }
  const rows = await system.db.clientDiagnostic.findMany({ where: { clientId: loud.clientId } });
  expect(rows).toHaveLength(MAX_ROWS);
  for (const { subject, message } of rows) expect([subject.length, message.length]).toEqual([160, 500]);
  expect(new Set(rows.map(({ subject }) => subject.slice(0, 1)))).toEqual(new Set(['2', '3', '4']));
  expect(await problemsOf(quiet.clientId)).toMatchObject([{ count: 5 }]);
});

it('a problem that did not occur for an hour starts again, and is shown for an hour', async () => {
  const { clientId } = await createClient(system);
  const note = async () => {
    recorder.note({ clientId, kind: 'CLOCK', message: 'ahead' });
    await recorder.store();
  };
  await note();
  await system.pool.query(
    `UPDATE client_diagnostic SET count = 9, first_at = now() - interval '5 hours', last_at = now() - interval '61 minutes'
     WHERE client_id = $1`,
    [clientId],
  );
  expect(await problemsOf(clientId)).toEqual([]);
  await note();
  const [problem] = await problemsOf(clientId);
  expect(problem?.count).toBe(1);
  expect(Date.now() - (problem?.firstAt.getTime() ?? 0)).toBeLessThan(60_000);
});

it('looks up at most fifty callers a second, and a look-up that fails is no error', async () => {
  let looked = 0;
  for (let count = 0; count < 500; count += 1)
    recorder.lookUp(async () => {
      looked += 1;
      throw new Error('the database is away');
    });
  await recorder.store();
  expect(looked).toBeLessThanOrEqual(100);
  expect(looked).toBeGreaterThanOrEqual(50);
});
