import { expect, it } from 'vitest';
import { violations } from './support/axe.ts';
import { ask, goTo, signedIn } from './support/dashboard.ts';

interface Found {
  readonly pixels: {
    readonly nodes: readonly {
      id: string;
      databaseId: number;
      name: string;
      eventCounts: readonly { start: string; accepted: number; refused: number }[];
      refusalReasons: readonly { reason: string }[];
    }[];
  };
}
const COUNTS = `query ($range: DateRangeInput!) {
  pixels(first: 50, filter: { isDotPixel: { eq: false } }) { nodes { id databaseId name
    eventCounts(range: $range, interval: HOUR, timezone: "UTC") { start accepted refused }
    refusalReasons { reason } } } }`;
const REFUSED = `mutation ($id: ID!) { sendPixelEvent(input: { pixelId: $id, event: { id: 1 } }) { __typename } }`;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

it('the page of pixels says what arrived in 24 hours and why the rest was refused, the worst first', async () => {
  const { page } = await signedIn();
  const range = { between: { start: dayOf(Date.now() - DAY_MS), end: dayOf(Date.now()) } };
  const [first] = (await ask<Found>(page, COUNTS, { range })).pixels.nodes;
  if (!first) throw new Error('The demo seat has no pixel for server events.');
  await ask(page, REFUSED, { id: first.id });
  await goTo(page, '/pixels');
  const from = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - 23 * HOUR_MS;
  const { pixels } = await ask<Found>(page, COUNTS, { range });
  const expected = pixels.nodes
    .map(({ name, eventCounts }) => {
      const hours = eventCounts.filter(({ start }) => Date.parse(start) >= from);
      const accepted = hours.reduce((sum, hour) => sum + hour.accepted, 0);
      const refused = hours.reduce((sum, hour) => sum + hour.refused, 0);
      return [name, accepted, refused].join(' ');
    })
    .sort();
  const rows = page.getByRole('table', { name: 'Pixels' }).locator('tbody tr');
  const cells = await rows.evaluateAll((all) =>
    all.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.innerText)),
  );
  const shown = cells.map(([name = '', , accepted = '', refused = '']) =>
    [name.split('\n')[0], accepted.replaceAll(',', ''), refused.replaceAll(',', '')].join(' '),
  );
  expect(shown.sort()).toEqual(expected);
  const shares = cells.map(([, , , , share = '']) => (share === '–' ? -1 : Number.parseFloat(share)));
  expect(shares).toEqual([...shares].sort((a, b) => b - a));

  const reasons = pixels.nodes.flatMap(({ refusalReasons }) => refusalReasons);
  const table = page.getByRole('table', { name: 'Reasons for refusals' });
  expect(await table.locator('tbody tr').count()).toBe(reasons.length);
  expect(await violations(page)).toEqual([]);

  await rows.filter({ hasText: first.name }).getByRole('link').first().click();
  await page.getByRole('heading', { level: 1, name: first.name }).waitFor();
  await page.waitForFunction((id) => location.hash.includes(`pixels/${id}`), first.databaseId);
});

it('the page of a pixel says how it is and why, and whom it serves; its course is what the graph answers', async () => {
  const { page, complaints } = await signedIn();
  const { pixels } = await ask<Found>(page, COUNTS, { range: { preset: 'LAST_7_DAYS' } });
  const sum = (of: 'accepted' | 'refused', { eventCounts }: Found['pixels']['nodes'][number]) =>
    eventCounts.reduce((all, each) => all + each[of], 0);
  const refused = pixels.nodes.find((each) => sum('refused', each) > 0);
  if (!refused) throw new Error('No pixel of the demo seat has refusals.');
  await goTo(page, `/pixels/${refused.databaseId}?range=LAST_7_DAYS`);
  const events = page.getByRole('region', { name: 'Events', exact: true });
  await events.getByText('Show as table').click();
  const shown = await events
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) =>
        [...row.querySelectorAll('td[data-value]')].map((cell) => Number(cell.getAttribute('data-value'))),
      ),
    );
  expect(shown).toHaveLength(7);
  const total = (at: number) => shown.reduce((all, values) => all + (values[at] ?? 0), 0);
  expect([total(0), total(1)]).toEqual([sum('accepted', refused), sum('refused', refused)]);
  const reasons = page.getByRole('table', { name: 'Reasons for refusals' });
  expect(await reasons.locator('tbody tr').count()).toBe(refused.refusalReasons.length);
  // They are of the same days as the course, so that the sums agree: each demo event has one reason.
  const ofReasons = await reasons.locator('tbody td.num').allInnerTexts();
  expect(ofReasons.reduce((all, text) => all + Number(text), 0)).toBe(sum('refused', refused));
  expect(await reasons.locator('.cell-note').first().innerText()).not.toBe('');
  for (const name of [
    'Past 24 hours',
    'May send',
    'Segments of its events',
    'Lines that count its conversions',
    'How to send',
  ])
    await page.getByRole('region', { name, exact: true }).waitFor();
  expect(await violations(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

it('a pixel is made, told who may send, renamed and undone', async () => {
  const { page, complaints } = await signedIn();
  await goTo(page, '/pixels');
  await page.getByRole('button', { name: 'New pixel' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Advertiser').selectOption({ index: 1 });
  await dialog.getByLabel('Name').fill('App installs');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('heading', { level: 1, name: 'App installs' }).waitFor();
  await page.getByText('No client may send events for this pixel yet.').waitFor();
  await page.getByLabel('Let another client send').selectOption({ index: 1 });
  const senders = page.getByRole('list', { name: 'Clients that may send' });
  await senders.waitFor();
  await page.getByText('Nothing was accepted for 30 days').waitFor();
  await senders.getByRole('button').click();
  await page.getByText('No client may send events for this pixel yet.').waitFor();
  await page.getByText('Events from a server').click();
  await page.getByText(/v1\/pixels\/\d+\/events/).waitFor();
  expect(await violations(page)).toEqual([]);

  await page.getByRole('button', { name: 'Edit' }).click();
  await dialog.getByLabel('Name').fill('App opens');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { level: 1, name: 'App opens' }).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('heading', { level: 1, name: 'App installs' }).waitFor();
  expect(complaints).toEqual([]);
});
