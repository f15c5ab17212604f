import { expect, it } from 'vitest';
import { goTo, signedIn } from '../support/dashboard.ts';
import { PAGES } from '../support/pages.ts';
import { shoot } from '../support/shots.ts';

const SIZES = { 360: 740, 390: 844, 768: 1024, 1280: 900, 2560: 1440, 3840: 2160 };

it.each(Object.entries(PAGES))(
  'the page %s fits every width from 360 px to 4k, with no control cut off',
  async (name, route) => {
    const { page } = await signedIn();
    await goTo(page, route);
    const found: string[] = [];
    for (const [width, height] of Object.entries(SIZES)) {
      await page.setViewportSize({ width: Number(width), height });
      if (!['390', '768', '1280', '2560'].includes(width)) await shoot(page, `${name}-${width}`, {});
      const wrong = await page.evaluate(() => {
        const over = document.documentElement.scrollWidth - innerWidth;
        const controls = [...document.querySelectorAll<HTMLElement>('button, a, input, select')].filter(
          // What stands in a table scrolls with it.
          (each) => each.checkVisibility({ visibilityProperty: true }) && !each.closest('.table-box, .skip'),
        );
        const cut = controls.filter((each) => {
          const { left, right } = each.getBoundingClientRect();
          const isOutside = left < -1 || right > innerWidth + 1;
          const parts = [each, ...each.querySelectorAll('.tile-value')];
          const isCut = parts.some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1);
          return isOutside || (each.matches('button, .button') && isCut);
        });
        return [
          ...(over > 0 ? [`${over} px too wide`] : []),
          ...cut.map((each) => each.outerHTML.slice(0, 120)),
        ];
      });
      found.push(...wrong.map((what) => `${width}: ${what}`));
    }
    expect(found).toEqual([]);
  },
);
