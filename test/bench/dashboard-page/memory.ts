import type { Page } from 'playwright-core';

/** What arrives in an hour, one request in one and a half seconds, is sent as fast as it is taken. */
const REQUESTS = 2_400;
const READINGS = 4;
const AT_ONCE = 8;

interface Live {
  readonly page: Page;
  readonly origin: string;
  /** Of the realm of events. */
  readonly token: string;
  readonly pixelId: number;
}

/** The heap of the live page after each quarter of an hour's requests, in megabytes, garbage collected. */
export async function liveMemory({ page, origin, token, pixelId }: Live): Promise<number[]> {
  await page.goto(`${origin}/dashboard#/events?pixel=${pixelId}`);
  await page.getByRole('region', { name: 'Live', exact: true }).waitFor();
  const session = await page.context().newCDPSession(page);
  const heap = async () => {
    await session.send('HeapProfiler.collectGarbage');
    return (await session.send('Runtime.getHeapUsage')).usedSize / 1e6;
  };
  const send = async () => {
    const headers = {
      authorization: `Bearer ${token}`,
      'x-auth-method': 'OAuth2',
      'content-type': 'application/json',
    };
    const event = { event_time: Math.floor(Date.now() / 1000), user_data: { email: 'a'.repeat(64) } };
    const init = { method: 'POST', headers, body: JSON.stringify([event]) };
    const { status } = await fetch(`${origin}/v1/pixels/${pixelId}/events`, init);
    if (status !== 200) throw new Error(`The intake answered ${status}.`);
  };
  const readings: number[] = [];
  for (let quarter = 0; quarter < READINGS; quarter += 1) {
    for (let sent = 0; sent < REQUESTS / READINGS; sent += AT_ONCE)
      await Promise.all(Array.from({ length: AT_ONCE }, send));
    await page.waitForTimeout(1_000);
    readings.push(await heap());
  }
  return readings;
}
