import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { goTo, signedIn } from '../support/dashboard.ts';

const ground = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

it.each(['light', 'dark'] as const)(
  'the theme button goes against the system, which is %s, and a reload keeps what was chosen',
  async (colorScheme) => {
    const { page } = await signedIn(undefined, { colorScheme });
    await goTo(page, '/');
    const system = await ground(page);
    const other = colorScheme === 'light' ? 'dark' : 'light';
    const button = page.getByRole('button', { name: 'Theme' });
    const press = async (theme: string) => {
      while ((await button.textContent())?.toLowerCase() !== `theme: ${theme}`) await button.click();
    };
    await press(other);
    const chosen = await ground(page);
    expect(chosen).not.toBe(system);
    await page.reload();
    await button.waitFor();
    expect(await ground(page)).toBe(chosen);
    await press(colorScheme);
    expect(await ground(page)).toBe(system);
    await press('system');
    expect(await ground(page)).toBe(system);
  },
);
