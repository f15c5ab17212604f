import { expect, it } from 'vitest';
import { fences, shell } from './shell.ts';

const { bash, leftovers } = await shell({ sandbox: true });

it('sandbox.md: from an empty sandbox to a report of the budget spent, in 15 lines', async () => {
  const [page = ''] = await fences('sandbox.md', 'sh');
  expect(page.trim().split('\n').length).toBeLessThanOrEqual(15);
  const { stdout } = await bash(page);
  const [header, row, ...others] = stdout.trim().split(/\r?\n/).slice(-2);
  expect(header).toBe('Line Id,Line,Impressions,Spend');
  expect(row).toMatch(/^\d+,Bread,[1-9]\d*,900\.000000$/);
  expect(others).toEqual([]);
  expect(await leftovers()).toEqual([]);
}, 300_000);
