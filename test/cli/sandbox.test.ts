import { describe, expect, it } from 'vitest';
import { cliOn } from '../support/cli.ts';
import { sandboxSystem } from '../support/sandbox.ts';
import { testSystem } from '../support/system.ts';

const system = await sandboxSystem();
const cli = cliOn(system);
const json = ({ stdout }: { stdout: string }) => JSON.parse(stdout);

describe('sandbox clock', () => {
  it('shows, sets, advances and paces the clock, and returns now and speed', async () => {
    const shown = json(await cli('sandbox', 'clock', 'show', '--json'));
    expect(Object.keys(shown)).toEqual(['now', 'speed', 'catchingUp']);
    expect(shown.speed).toBe(1);
    const advanced = json(await cli('sandbox', 'clock', 'advance', '36h', '--json'));
    expect(Date.parse(advanced.now) - Date.parse(shown.now)).toBeGreaterThanOrEqual(36 * 3_600_000);
    const set = json(await cli('sandbox', 'clock', 'set', '2027-05-01T00:00:00Z', '--json'));
    expect(set.now).toMatch(/^2027-05-01T00:00:0/);
    expect(json(await cli('sandbox', 'clock', 'speed', '60x', '--json')).speed).toBe(60);
    const real = json(await cli('sandbox', 'clock', 'real', '--json'));
    expect([real.speed, real.now > set.now]).toEqual([1, true]);
  });

  it('prints the time as it takes it, so that it can be copied into the next command', async () => {
    const { stdout } = await cli('sandbox', 'clock', 'show');
    expect(stdout).toMatch(/^now: \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z\nspeed: /);
  });

  it('refuses to go back, and says why', async () => {
    const { code, stdout } = await cli('sandbox', 'clock', 'set', '2026-01-01T00:00:00Z', '--json');
    expect([code, JSON.parse(stdout).error]).toEqual([1, expect.stringContaining('only moves ahead')]);
  });

  it.each([['set', 'tomorrow'], ['speed', 'fast'], ['speed', '90000x'], ['advance']])(
    'is called wrongly with %s %s',
    async (...args) => {
      expect((await cli('sandbox', 'clock', ...args)).code).toBe(2);
    },
  );

  it('delivers what was due when nothing else does: facts are there when the command returns', async () => {
    const { rows } = await system.pool.query(
      `SELECT delivered_until = date_trunc('hour', shows) AS done FROM sandbox_clock`,
    );
    expect(rows[0].done).toBe(true);
  });
});

it.each([
  ['clock', 'show'],
  ['clock', 'advance', '1h'],
  ['fault', 'list'],
])('sandbox %s %s is refused where the database is no sandbox', async (...args) => {
  const { code, stdout } = await cliOn(await testSystem())('sandbox', ...args, '--json');
  expect([code, JSON.parse(stdout).error]).toEqual([
    1,
    expect.stringMatching(/^This database is not a sandbox/),
  ]);
});
