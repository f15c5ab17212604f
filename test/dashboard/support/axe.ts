import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';

const { source } = createRequire(import.meta.url)('axe-core') as { source: string };

/** What axe has against a page, as lines that name the rule and the element. */
export async function violations(
  page: Page,
  { exclude = [] }: { exclude?: string[][] } = {},
): Promise<string[]> {
  await page.evaluate(source);
  const results = await page.evaluate(
    (exclude) =>
      (globalThis as unknown as { axe: typeof axe }).axe.run(
        { include: [['html']], exclude },
        { resultTypes: ['violations'] },
      ),
    exclude,
  );
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, html }) => `${id}: ${target} ${html}`),
  );
}
