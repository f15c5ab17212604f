import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { settingsPage } from '../../scripts/settings-page.ts';
import { SETTING_GROUPS, SETTING_NAMES } from '../../src/platform/settings/settings.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/settings.md'), 'utf8');
const rows = page.split('\n').filter((line) => line.startsWith('| `'));
const namesOf = (row: string) => /^\| `(\w+)` \|/.exec(row)?.[1];

test('the page of settings is current (`npm run docs:settings`)', () => {
  expect(page).toBe(settingsPage());
});

test('every setting has one row, and one group', () => {
  expect(rows.map(namesOf).sort()).toEqual([...SETTING_NAMES].sort());
  const grouped = Object.values(SETTING_GROUPS).flatMap((group) => Object.keys(group));
  expect(grouped.sort()).toEqual([...SETTING_NAMES].sort());
});

test('every setting is described in whole sentences, with what it can be if that is a closed set', () => {
  const others = rows.filter((row) => !/ \| [A-Z\d`][^|]*\. \|$/.test(row));
  expect(others).toEqual([]);
  expect(rows.find((row) => namesOf(row) === 'FLIGHTLINE_DASHBOARD')).toMatch(/ \| `on` \| `on`, `off` \| /);
  expect(rows.find((row) => namesOf(row) === 'FLIGHTLINE_DATABASE_POOL')).toMatch(
    / \| `16` \| 4 to 1,000 \| /,
  );
});
