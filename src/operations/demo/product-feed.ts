import type { Db } from '../../platform/database/connection/client.ts';

/** The advertiser of the catalogue that has a shop. */
export const SHOP = 'Northwind Outdoor';

const CATEGORIES = [
  { category: 'Trail shoes', from: 89, step: 9 },
  { category: 'Rain shells', from: 129, step: 17 },
  { category: 'Tents', from: 199, step: 45 },
  { category: 'Daypacks', from: 49, step: 8 },
] as const;
const MODELS = [
  'Ridgeline',
  'Fellrunner',
  'Tarn',
  'Cairn',
  'Summit',
  'Moorland',
  'Scree',
  'Brook',
  'Larch',
  'Kestrel',
] as const;
const COLOURS = ['slate', 'moss', 'rust', 'sand', 'midnight'] as const;
const BRANDS = ['Northwind', 'Fellgate', 'Tarnhill'] as const;

const SETS = [
  {
    name: 'Trail shoes in stock',
    filter: { and: [{ category: { eq: 'Trail shoes' } }, { availability: { eq: 'in stock' } }] },
  },
  {
    name: 'Tents up to 400',
    filter: { and: [{ category: { eq: 'Tents' } }, { price: { lte: 400 } }] },
  },
];

/** Adds 200 products as `feed load` would store them, and two product sets of them. */
export async function addProductFeed(options: {
  readonly db: Db;
  readonly seatId: number;
  readonly advertiserId: number;
  readonly now: Date;
}): Promise<void> {
  const { db, seatId, advertiserId, now } = options;
  const products = planProducts();
  await db.product.createMany({
    data: products.map((data) => ({ advertiserId, id: data.id, data })),
  });
  await db.productFeed.create({
    data: { advertiserId, version: 1, products: products.length, loadedAt: now },
  });
  await db.productSet.createMany({
    data: SETS.map(({ name, filter }) => ({
      seatId,
      advertiserId,
      name,
      type: 'RETAIL',
      status: 'ACTIVE',
      productSetFilter: filter,
    })),
  });
}

/** Returns every model of every category in every colour. One in seven is sold out. */
function planProducts() {
  return CATEGORIES.flatMap(({ category, from, step }, row) =>
    MODELS.flatMap((model, place) =>
      COLOURS.map((colour, variant) => {
        const number = (row * MODELS.length + place) * COLOURS.length + variant;
        const id = `NW-${1001 + number}`;
        return {
          id,
          title: `${model} ${category.toLowerCase()}, ${colour}`,
          link: `https://www.northwind-outdoor.example/p/${id.toLowerCase()}`,
          price: from + place * step,
          currency: 'USD',
          availability: number % 7 === 3 ? 'out of stock' : 'in stock',
          brand: BRANDS[place % BRANDS.length] as string,
          category,
          colour,
        };
      }),
    ),
  );
}
