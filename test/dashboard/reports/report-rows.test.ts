import { expect, it } from 'vitest';
import { goTo, signedIn } from '../support/dashboard.ts';

const ROW_PX = 34;
/** A box of 900 px has 26; the rest waits out of sight. */
const MAX_DRAWN = 45;

it('of a long report only the rows in sight are drawn, each where its number says, through all pages', async () => {
  const { page, complaints } = await signedIn();
  await goTo(page, '/reports/new');
  await page.getByRole('checkbox', { name: 'Line', exact: true }).check();
  await page.getByLabel(/^Rows/).selectOption('By hour');
  await page.getByRole('button', { name: 'Run' }).click();
  const box = page.getByRole('region', { name: 'Table of rows' });
  await box.getByRole('row').nth(5).waitFor();
  const found = await box.evaluate(async (element, rowPx) => {
    const head = element.querySelector('thead')?.getBoundingClientRect().height ?? 0;
    const [numbers, misplaced] = [new Set<number>(), new Set<string>()];
    let most = 0;
    for (let step = 0; step < 400 && numbers.size < 2500; step += 1) {
      const top = element.querySelector('table')?.getBoundingClientRect().top ?? 0;
      const rows = [...element.querySelectorAll('tr[aria-rowindex]')];
      most = Math.max(most, rows.length);
      for (const row of rows) {
        const number = Number(row.getAttribute('aria-rowindex')) - 2;
        const place = row.getBoundingClientRect();
        numbers.add(number);
        if (place.height !== rowPx || Math.abs(place.top - top - head - number * rowPx) > 1)
          misplaced.add(`${number}: ${place.top - top - head}, ${place.height}`);
      }
      element.scrollBy(0, 400);
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    }
    const gaps = [...Array(numbers.size).keys()].filter((number) => !numbers.has(number));
    return { passed: numbers.size, most, misplaced: [...misplaced], gaps };
  }, ROW_PX);
  expect(found).toMatchObject({ misplaced: [], gaps: [] });
  expect(found.passed).toBeGreaterThanOrEqual(2500);
  expect(found.most).toBeLessThan(MAX_DRAWN);
  expect(complaints).toEqual([]);
});
