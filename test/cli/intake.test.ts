import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { buildApp } from '../../src/app.ts';
import { readVmcid } from '../../src/domain/events/click/vmcid.ts';
import { cliOn } from '../support/cli.ts';
import { COMMAND_LINE } from '../support/processes/built.ts';
import { testSystem } from '../support/system.ts';
import { anEvent, createAd, createPoster, postEvents } from '../support/traffic/intake.ts';

const system = await testSystem();
const app = await buildApp({ system });
afterAll(() => app.close());
const cli = cliOn(system);
const poster = await createPoster(system);
const { seatId, advertiserId } = poster;
const ad = await createAd(system, { seatId, advertiserId });

async function json(...args: string[]) {
  const { stdout, code } = await cli(...args, '--json');
  return { code, value: JSON.parse(stdout) };
}

async function listening(): Promise<number> {
  const { rows } = await system.pool.query(
    `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'`,
  );
  return rows[0].n;
}

describe('flightline', () => {
  it('click --ad mints a click id that leads to ad, line, campaign, advertiser and seat', async () => {
    const { code, value } = await json('click', '--ad', String(ad.adId));
    expect(code).toBe(0);
    expect(readVmcid(system, value.vmcid)).toEqual({
      ...{ seatId, advertiserId, ...ad },
      clickedAt: expect.any(Date),
    });
  });

  it('click for an unknown ad is refused', async () => {
    expect(await json('click', '--ad', '999999999')).toEqual({ code: 1, value: { error: 'Ad not found.' } });
  });

  it('events count counts what is stored, and refuses an unknown pixel', async () => {
    await postEvents(app, poster, [anEvent(), anEvent()]);
    const pixel = ['events', 'count', '--pixel'];
    expect(await json(...pixel, String(poster.pixelId))).toEqual({ code: 0, value: { count: 2 } });
    expect((await json(...pixel, '999999999')).code).toBe(1);
  });

  it('conversions count counts once what came twice, by seat, line and event id', async () => {
    const { vmcid } = (await json('click', '--ad', String(ad.adId))).value;
    const headers = { authorization: poster.uploadToken };
    for (const query of [`vmcid=${vmcid}&id=1`, `vmcid=${vmcid}&id=1`, `vmcid=${vmcid}&id=2`, 'vmcid=x&id=3'])
      await app.inject({ url: `/?dp=d&${query}`, headers });
    const count = async (...more: string[]) =>
      (await json('conversions', 'count', '--seat', String(seatId), ...more)).value;
    expect(await count()).toEqual({ count: 3 });
    expect(await count('--line', String(ad.lineId))).toEqual({ count: 2 });
    expect(await count('--id', '1')).toEqual({ count: 1 });
    expect((await json('conversions', 'count', '--seat', '999999999')).code).toBe(1);
  });

  it('events tail shows requests as they arrive, accepted and refused', async () => {
    const tail = json('events', 'tail', '--pixel', String(poster.pixelId)).catch(() => undefined);
    const lines = cli('events', 'tail', '--pixel', String(poster.pixelId));
    await vi.waitFor(async () => expect(await listening()).toBe(2), 20_000);
    await postEvents(app, poster, [anEvent()]);
    await postEvents(app, poster, [{}]);
    await new Promise((resolve) => setTimeout(resolve, 500));
    process.emit('SIGTERM');
    const { stdout } = await lines;
    await tail;
    expect(stdout).toMatch(/ACCEPTED {2}1 event /);
    expect(stdout).toMatch(/REFUSED.*\[0\] event_time is required/);
    expect(stdout).toMatch(/requests: 2/);
  });

  it('events tail ends when the process that started it is killed', async () => {
    const args = [COMMAND_LINE, 'events', 'tail', '--json'];
    const child = [...args, '--pixel', String(poster.pixelId)];
    const parent = spawn(
      process.execPath,
      [
        '-e',
        `require('node:child_process').spawn(process.execPath, ${JSON.stringify(child)}, { stdio: 'inherit' });
         setInterval(() => undefined, 1000)`,
      ],
      {
        env: {
          ...process.env,
          DATABASE_URL: system.database.url,
          FLIGHTLINE_MASTER_KEY: system.masterKey.toString('base64'),
        },
        stdio: ['ignore', 'pipe', 'ignore'],
      },
    );
    let seen = '';
    parent.stdout.on('data', (text) => {
      seen += text;
    });
    // Its standard output is the child's too, so it closes when both are gone.
    const closed = once(parent.stdout, 'close');
    await vi.waitFor(
      async () => {
        await postEvents(app, poster, [anEvent()]);
        expect(seen).toContain('ACCEPTED');
      },
      { timeout: 50_000, interval: 500 },
    );
    parent.kill('SIGKILL');
    await closed;
  }, 70_000);
});
