import { expect, it } from 'vitest';
import { violations } from '../support/axe.ts';
import { goTo, signedIn } from '../support/dashboard.ts';

it('a report counts in the overview’s zone, says how it counts, and has its totals', async () => {
  const { page } = await signedIn();
  await goTo(page, '/?range=LAST_WEEK&zone=Europe%2FBerlin');
  const spend = await page.locator('.tile', { hasText: 'Spend' }).locator('.tile-value').innerText();
  const [start, end] = [
    await page.getByLabel('First day').inputValue(),
    await page.getByLabel('Last day').inputValue(),
  ];
  await goTo(page, '/reports/new?zone=Europe%2FBerlin');
  expect(await page.getByLabel('Time zone').inputValue()).toBe('Europe/Paris');
  await page.getByText('The overview counts its days in Europe/Berlin.').waitFor();
  await page.getByLabel('Range').selectOption('Last week');
  await page.getByLabel('Row limit').fill('500');
  await page.getByRole('button', { name: 'Run' }).click();
  const fact = (name: string) => page.locator('.facts > div', { hasText: name }).locator('dd');
  await page.getByRole('row', { name: /^Total / }).waitFor();
  const heads = await page.getByRole('region', { name: 'Table of rows' }).locator('th').allInnerTexts();
  const cells = page.getByRole('row', { name: /^Total / }).getByRole('cell');
  const total = await cells.nth(heads.indexOf('Spend') - 2).innerText();
  expect(Math.round(Number(total.replace(/[^\d.]/g, '')))).toBe(Number(spend.replace(/[^\d]/g, '')));
  const days = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
  const range = days.formatRange(new Date(`${start}T12:00:00Z`), new Date(`${end}T12:00:00Z`));
  const plain = (text: string) => text.replace(/\s/g, ' ');
  expect(plain(await fact('Days').innerText())).toBe(plain(range));
  expect(await fact('Time zone').innerText()).toBe('Europe/Paris');
  expect(await fact('Currency').innerText()).toBe('US dollars');
  expect(await fact('Row limit').innerText()).toBe('The 500 rows with the most impressions');
});

it('a report that is not over time begins with its largest rows, with bars; whole names fit 1,280 pixels', async () => {
  const { page, complaints } = await signedIn();
  await goTo(page, '/reports/new');
  await page.getByLabel(/^Rows/).selectOption('Total');
  for (const name of ['Line', 'Click rate', 'Conversions', 'ROAS'])
    await page.getByRole('checkbox', { name, exact: true }).check();
  await page.getByRole('button', { name: 'Run' }).click();
  const table = page.getByRole('region', { name: 'Table of rows' });
  const valuesOf = (metric: string) =>
    table
      .locator(`tbody [data-metric=${metric}]`)
      .evaluateAll((all) => all.map((each) => Number(each.getAttribute('data-value'))));
  await table.getByRole('row').nth(2).waitFor();
  const first = await valuesOf('IMPRESSIONS');
  expect(first).toEqual([...first].sort((one, other) => other - one));
  expect(await table.locator('.barred').count()).toBe(first.length);
  await table.getByRole('button', { name: 'Clicks' }).click();
  const clicks = await valuesOf('CLICKS');
  expect(clicks).toEqual([...clicks].sort((one, other) => other - one));
  expect(await table.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(1);
  const cut = await table
    .locator('tbody td > *, tfoot td')
    .evaluateAll((all) =>
      all
        .filter(
          (each) => each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 1,
        )
        .map((each) => (each as HTMLElement).innerText),
    );
  expect(cut).toEqual([]);
  expect(await violations(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

it('the builder shows the rows and totals that its report then has', async () => {
  const { page, complaints } = await signedIn();
  await goTo(page, '/reports/new');
  const made: string[] = [];
  page.on('request', (request) => {
    const body = request.postData() ?? '';
    if (body.includes('createReport') && !body.includes('"validateOnly":true')) made.push(body);
  });
  await page.getByLabel(/^Rows/).selectOption('Total');
  for (const name of ['Campaign', 'CPC', 'ROAS'])
    await page.getByRole('checkbox', { name, exact: true }).check();
  const preview = page.getByRole('table', { name: 'Preview' });
  await preview.getByRole('columnheader', { name: 'ROAS' }).waitFor();
  await page.waitForFunction(() => document.querySelector('.preview-box[aria-busy=false]') !== null);
  const rowsOf = (table: typeof preview) =>
    table
      .locator('tbody tr')
      .evaluateAll((all) =>
        all.slice(0, 8).map((row) => (row as HTMLElement).innerText.replace(/\s+/g, ' ')),
      );
  const [rows, total] = [await rowsOf(preview), (await preview.locator('tfoot').innerText()).split(/\s+/)];
  expect(rows).toHaveLength(8);
  expect(await violations(page)).toEqual([]);
  // Looking costs no report.
  expect(made).toEqual([]);
  await page.getByRole('button', { name: 'Run' }).click();
  const table = page.getByRole('table', { name: 'Rows' });
  await table.locator('tfoot').waitFor();
  expect(await rowsOf(table)).toEqual(rows);
  expect((await table.locator('tfoot').innerText()).split(/\s+/)).toEqual(total);
  expect(complaints).toEqual([]);
});
