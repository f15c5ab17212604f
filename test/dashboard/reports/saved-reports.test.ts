import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { violations } from '../support/axe.ts';
import { goTo, newPerson, signedIn } from '../support/dashboard.ts';

/** The reports that were made of it have the same name. */
const savedRow = (page: Page, name: string) =>
  page.getByRole('row', { name }).filter({ has: page.getByRole('button', { name: `Run now: ${name}` }) });

it('a report is saved under a name, scheduled, run and deleted', async () => {
  const { page, complaints } = await signedIn();
  await goTo(page, '/reports/new');
  await page.getByLabel('Save as').fill('Weekly spend');
  await page.getByRole('button', { name: 'Save' }).click();
  const row = savedRow(page, 'Weekly spend');
  await row.waitFor();
  await page.getByRole('button', { name: 'Schedule of Weekly spend' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Schedule', { exact: true }).selectOption('Weekly');
  await dialog.getByLabel('Weekday').selectOption('Friday');
  await dialog.getByLabel('Hour').selectOption('6:00 AM');
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.reload();
  await row.getByText(/^Fridays at 6:00 AM/).waitFor();
  expect(await row.getByRole('cell').nth(3).innerText()).toMatch(/6:00/);
  expect(await violations(page)).toEqual([]);

  await page.getByRole('button', { name: 'Run now: Weekly spend' }).click();
  await page.getByRole('table').locator('tbody tr').first().waitFor();
  await page.getByRole('link', { name: 'Download CSV' }).waitFor();

  await goTo(page, '/reports');
  await page.getByRole('button', { name: 'Delete Weekly spend' }).click();
  // One is asked first.
  await page.getByRole('dialog').getByText('Weekly spend will no longer run.').waitFor();
  await page.keyboard.press('Escape');
  expect(await row.count()).toBe(1);
  await page.getByRole('button', { name: 'Delete Weekly spend' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await row.waitFor({ state: 'detached' });
  expect(complaints).toEqual([]);
});

it('a saved report has a link that stays, lasts as long as is chosen, and is withdrawn', async () => {
  const { page, complaints } = await signedIn();
  await goTo(page, '/reports/new');
  await page.getByLabel('Save as').fill('To be shared');
  await page.getByLabel('Schedule', { exact: true }).selectOption('Weekly');
  await page.getByRole('button', { name: 'Save' }).click();
  await savedRow(page, 'To be shared').waitFor();
  await page.getByRole('button', { name: 'Share…: link to To be shared' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('It works').selectOption('For 7 days');
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Make a link' }).click();
  const link = dialog.getByLabel('Link to To be shared');
  const address = await link.inputValue();
  // The schedule has made nothing yet, which a person who opens the link can read.
  expect((await fetch(address)).status).toBe(503);
  const visitor = await page.context().newPage();
  expect((await visitor.goto(address))?.status()).toBe(503);
  await visitor.getByText('No report has been made on a schedule yet.').waitFor();
  expect(await violations(visitor)).toEqual([]);
  await visitor.close();
  const until = new Date(Date.now() + 7 * 86_400_000).toLocaleDateString('en-US', {
    ...{ year: 'numeric', month: 'short', day: 'numeric' },
  });
  await dialog.getByText(`It works until ${until}`).waitFor();
  // The whole address can be read.
  expect(
    await link.evaluate((box) => [box.scrollWidth - box.clientWidth, box.scrollHeight - box.clientHeight]),
  ).toEqual([0, 0]);
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Withdraw' }).click();
  await link.waitFor({ state: 'detached' });
  expect((await fetch(address)).status).toBe(403);
  expect(complaints).toEqual([]);
});

it('what was run by hand is shared as a result where there is no schedule', async () => {
  const { page } = await signedIn();
  // Nobody has run the same.
  await goTo(page, '/reports/new?limit=77');
  await page.getByLabel('Save as').fill('By hand');
  await page.getByRole('button', { name: 'Save' }).click();
  await savedRow(page, 'By hand').waitFor();
  await page.getByRole('button', { name: 'Share…: link to By hand' }).click();
  // Without a result, it is one click away.
  await page.getByRole('dialog').getByText('There is no result to share yet.').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Run now' }).click();
  await page.getByRole('link', { name: 'Download CSV' }).waitFor();
  await goTo(page, '/reports');
  await page.getByRole('button', { name: 'Share…: link to By hand' }).click();
  const address = await page.getByLabel('Address of the newest result of By hand').inputValue();
  const file = await fetch(address);
  expect([file.status, file.headers.get('content-disposition')]).toEqual([
    ...[200, expect.stringContaining('By hand.csv')],
  ]);
  expect(await violations(page)).toEqual([]);
});

it('a saved report is changed in the builder and keeps its schedule; a result opens there to be changed', async () => {
  const { page, complaints } = await signedIn();
  await goTo(page, '/reports/new');
  await page.getByRole('checkbox', { name: 'Country', exact: true }).check();
  await page.getByLabel('Save as').fill('To be changed');
  await page.getByLabel('Schedule', { exact: true }).selectOption('Daily');
  await page.getByRole('button', { name: 'Save' }).click();
  await savedRow(page, 'To be changed').waitFor();
  await page.getByRole('link', { name: 'Edit To be changed' }).click();
  await page.getByText('You change the saved report To be changed.').waitFor();
  const country = page.getByRole('checkbox', { name: 'Country', exact: true });
  expect(await country.isChecked()).toBe(true);
  await country.uncheck();
  await page.getByRole('checkbox', { name: 'Line', exact: true }).check();
  await page.getByLabel('Save as').fill('Changed');
  await page.waitForFunction(() => document.querySelector('.preview-box[aria-busy=false]') !== null);
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save changes' }).click();
  const row = savedRow(page, 'Changed');
  await row.getByText(/^Daily at 8:00 AM/).waitFor();
  await page.getByRole('button', { name: 'Run now: Changed' }).click();
  await page.getByRole('heading', { name: /^Changed, / }).waitFor();
  await page.getByRole('link', { name: 'Change', exact: true }).click();
  await page.getByText('You change the saved report Changed.').waitFor();
  expect(await page.getByRole('checkbox', { name: 'Line', exact: true }).isChecked()).toBe(true);
  expect(complaints).toEqual([]);
});

it('a colleague gets a weekly report by country with eight clicks, without an account', async () => {
  const { page, complaints } = await signedIn();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  let clicks = 0;
  const click = (role: 'link' | 'button' | 'checkbox', name: string) => {
    clicks += 1;
    return page.getByRole(role, { name, exact: true }).click();
  };
  await click('link', 'Reports');
  await click('link', 'By country');
  // Into the field, and the field that is chosen from costs two.
  clicks += 3;
  await page.getByLabel('Save as').fill('By country');
  await page.getByLabel('Schedule', { exact: true }).selectOption('Weekly');
  await click('button', 'Save');
  await page
    .getByRole('row', { name: 'By country' })
    .getByText(/^Mondays at 8:00 AM/)
    .waitFor();
  await click('button', 'Run now: By country');
  await page.getByRole('heading', { name: /^By country, / }).waitFor();
  await click('button', 'Copy link');
  await page.getByText(/^Copied\. Anyone with the link can download the file until/).waitFor();
  expect(clicks).toBeLessThanOrEqual(8);
  const address = await page.evaluate(() => navigator.clipboard.readText());
  const file = await fetch(address);
  expect(file.headers.get('content-disposition')).toMatch(/By country \d{4}-\d\d-\d\d to /);
  expect(await file.text()).toContain('Country');
  expect(complaints).toEqual([]);
});

it('the builder finds values by name, keeps itself in its address, and its result is sorted and linked', async () => {
  const { page, complaints } = await signedIn();
  await goTo(page, '/reports/new');
  await page.getByRole('checkbox', { name: 'Campaign', exact: true }).check();
  await page.getByLabel(/^Rows/).selectOption('Total');
  await page.getByLabel('Dimension').selectOption('Campaign');
  await page.getByLabel('Values of the filter').fill('trail shoes');
  await page.locator('.value-search li').first().click();
  await page.getByRole('button', { name: /^Remove .*Trail shoes/ }).waitFor();
  await page.getByRole('combobox', { name: 'Whether' }).selectOption('is none of');
  await page.waitForFunction(() => document.querySelector('.preview-box[aria-busy=false]') !== null);
  expect(await violations(page)).toEqual([]);
  await page.waitForFunction(() => location.hash.includes('where=5'));
  await page.reload();
  await page.getByRole('button', { name: /^Remove .*Trail shoes/ }).waitFor();
  expect(await page.getByRole('checkbox', { name: 'Campaign', exact: true }).isChecked()).toBe(true);
  const rate = page.getByRole('checkbox', { name: 'Average win rate' });
  expect(await rate.count()).toBe(0);
  await page.getByRole('checkbox', { name: 'Bidding data' }).check();
  // It is measured at once, and nothing is refused.
  expect(await rate.isChecked()).toBe(true);
  await expect.poll(() => page.getByRole('button', { name: 'Run' }).isEnabled()).toBe(true);
  expect(await page.locator('.note.bad').count()).toBe(0);
  await page.getByRole('checkbox', { name: 'Bidding data' }).uncheck();
  expect(await page.getByRole('checkbox', { name: 'Spend', exact: true }).isChecked()).toBe(true);
  await page.getByRole('button', { name: 'Run' }).click();
  const rows = page.getByRole('region', { name: 'Table of rows' });
  await rows.getByRole('button', { name: 'Spend' }).click();
  const column = async () => {
    const cells = await rows
      .locator('tbody [data-metric=SPEND]')
      .evaluateAll((all) => all.map((cell) => Number((cell as HTMLElement).dataset.value)));
    return cells;
  };
  const spends = await column();
  expect(spends).toEqual([...spends].sort((one, other) => other - one));
  expect(await rows.getByRole('columnheader', { name: 'Campaign ID' }).count()).toBe(0);
  await page.getByRole('checkbox', { name: 'Show IDs' }).check();
  await rows.getByRole('columnheader', { name: 'Campaign ID' }).waitFor();
  expect(await violations(page)).toEqual([]);
  await rows.locator('tbody a').last().click();
  await page.waitForFunction(() => /#\/(campaigns|advertisers)\/\d+/.test(location.hash));
  expect(complaints).toEqual([]);
});

it('what the service would refuse cannot be saved', async () => {
  const { page } = await signedIn();
  await goTo(page, '/reports/new');
  await page.getByLabel('Row limit').fill('0');
  await page.getByLabel('Save as').fill('Nothing');
  await page.waitForFunction(() => document.querySelector('.note.bad') !== null);
  expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
  await goTo(page, '/reports');
  await page.getByRole('region', { name: 'Saved reports', exact: true }).waitFor();
  expect(await page.getByRole('row', { name: 'Nothing' }).count()).toBe(0);
});

it('a viewer can run what is saved, and neither save, schedule nor delete', async () => {
  const { page } = await signedIn();
  await goTo(page, '/reports/new');
  await page.getByLabel('Save as').fill('For all');
  await page.getByRole('button', { name: 'Save' }).click();
  await savedRow(page, 'For all').waitFor();

  const { page: theirs, complaints } = await signedIn(await newPerson('VIEWER'));
  await goTo(theirs, '/reports/new');
  expect(await theirs.getByLabel('Save as').count()).toBe(0);
  await goTo(theirs, '/reports');
  await savedRow(theirs, 'For all').waitFor();
  expect(await theirs.getByLabel('Schedule of For all').count()).toBe(0);
  expect(await theirs.getByRole('button', { name: 'Delete For all' }).count()).toBe(0);
  await theirs.getByRole('button', { name: 'Run now: For all' }).click();
  await theirs.getByRole('link', { name: 'Download CSV' }).waitFor();
  expect(complaints).toEqual([]);
});
