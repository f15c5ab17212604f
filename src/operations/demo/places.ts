import type { Db } from '../../platform/database/connection/client.ts';

/** The markets and categories of the demo's advertisers, from the dictionary. */
export interface Places {
  /** Returns the ID of a category by its name and parent. */
  readonly category: (name: string, parentId?: number) => number;
  /** Returns the WOEID of a country. Undefined if the dictionary has none. */
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
