import { afterAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../src/app.ts';
import { readVmcid } from '../../src/domain/click/vmcid.ts';
import { cliOn } from '../support/cli.ts';
import { anEvent, createAd, createPoster, postEvents } from '../support/intake.ts';
import { testSystem } from '../support/system.ts';

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

describe('flightline', () => {
  it('click --ad mints a click id that leads to ad, line, campaign, advertiser and seat', async () => {
    const { code, value } = await json('click', '--ad', String(ad.adId));
    expect(code).toBe(0);
    expect(readVmcid(system, value.vmcid)).toEqual({ seatId, advertiserId, ...ad });
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
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await postEvents(app, poster, [anEvent()]);
    await postEvents(app, poster, [{}]);
    await new Promise((resolve) => setTimeout(resolve, 500));
    process.emit('SIGTERM');
    const { stdout } = await lines;
    await tail;
    expect(stdout).toMatch(/ACCEPTED {2}1 events/);
    expect(stdout).toMatch(/REFUSED.*\[0\] event_time is required/);
    expect(stdout).toMatch(/requests: 2/);
  });
});
