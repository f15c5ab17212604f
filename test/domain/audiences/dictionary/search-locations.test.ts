import { describe, expect, it } from 'vitest';
import { searchLocations } from '../../../../src/domain/audiences/dictionary/search-locations.ts';
import { createTestDatabase } from '../../../support/database.ts';

const { pool } = await createTestDatabase();
const search = (location: string, fuzzy = false, type?: 'city' | 'state') =>
  searchLocations({ pool }, { location, fuzzy, type, si: 0, mr: 500 });
const names = async (...call: Parameters<typeof search>) => (await search(...call)).map(({ name }) => name);

describe('a search by name or code', () => {
  it('finds names that equal or begin with the text, ignoring case, exact matches first', async () => {
    expect((await names('LONDON'))[0]).toBe('London');
    expect(await names('San F')).toEqual(['San Francisco']);
    expect((await names('new york'))[0]).toBe('New York');
  });

  it('narrows to a type', async () => {
    expect((await search('new york', false, 'state')).map(({ type }) => type)).toEqual(['State']);
    expect((await search('new york', false, 'city')).map(({ type }) => type)).toEqual(['Town']);
  });

  it('finds codes, with leading zeros as they are', async () => {
    expect(await names('01108')).toEqual(['01108']);
    expect(await names('1108')).toEqual([]);
    expect((await names('US'))[0]).toBe('United States of America');
  });

  it('finds nothing for an invalid name, and takes LIKE’s own signs as they are', async () => {
    for (const text of ['%', '_ondon', '😀😀😀', "'; DROP TABLE location; --", 'x'.repeat(255)])
      expect(await search(text)).toEqual([]);
  });
});

describe('a fuzzy search', () => {
  it.each([
    ['a missing letter', 'Londn'],
    ['an added letter', 'Londoon'],
    ['swapped letters', 'Lodnon'],
    ['a wrong first letter', 'Kondon'],
    ['a wrong last letter', 'Londom'],
  ])('survives %s', async (_case, text) => {
    expect(await names(text)).not.toContain('London');
    expect(await names(text, true)).toContain('London');
  });

  it('finds a word within a name, and everything that the plain search finds', async () => {
    expect(await names('york', true)).toContain('New York');
    expect(await names('san', true)).toEqual(expect.arrayContaining(await names('san')));
  });

  it('finds nothing for emoji, SQL and noise', async () => {
    for (const text of ['😀', "'; DROP TABLE location; --", '%', 'x'.repeat(255)])
      expect(await search(text, true)).toEqual([]);
  });
});
