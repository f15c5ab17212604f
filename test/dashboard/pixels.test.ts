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
  const shown = cells.map(([name = '', accepted = '', refused = '']) =>
    [name.split('\n')[0], accepted.replaceAll(',', ''), refused.replaceAll(',', '')].join(' '),
  );
  expect(shown.sort()).toEqual(expected);
  const shares = cells.map(([, , , share = '']) => (share === '–' ? -1 : Number.parseFloat(share)));
  expect(shares).toEqual([...shares].sort((a, b) => b - a));

  const reasons = pixels.nodes.flatMap(({ refusalReasons }) => refusalReasons);
  const table = page.getByRole('table', { name: 'Reasons for refusals' });
  expect(await table.locator('tbody tr').count()).toBe(reasons.length);
  expect(await violations(page)).toEqual([]);

  await rows.filter({ hasText: first.name }).getByRole('link').first().click();
  await page.getByRole('heading', { level: 1, name: 'Events' }).waitFor();
  await page.waitForFunction((id) => location.hash.includes(`pixel=${id}`), first.databaseId);
});
