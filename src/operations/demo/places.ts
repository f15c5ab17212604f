import type { Db } from '../../platform/database/connection/client.ts';

/** Where the demo's advertisers trade and what with, as the dictionary has it. */
export interface Places {
  /** Category id by the names of its path. */
  readonly category: (name: string, parentId?: number) => number;
  /** WOEID by country code; undefined where the dictionary has none. */
  readonly woeid: (countryCode: string) => number | undefined;
}

export async function lookUpPlaces(db: Db): Promise<Places> {
  const categories = await db.category.findMany();
  const countries = await db.location.findMany({ where: { type: 'COUNTRY' } });
  const byCode = new Map(countries.map(({ countryCode, woeid }) => [countryCode, woeid]));
  return {
    category: (name, parentId) => {
      const found = categories.find(
        (category) => category.name === name && category.parentId === (parentId ?? null),
      );
      if (!found) throw new Error(`The category taxonomy has no ${name}.`);
      return found.id;
    },
    woeid: (countryCode) => byCode.get(countryCode),
  };
}
