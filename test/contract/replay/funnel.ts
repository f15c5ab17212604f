import type { Example } from './example.ts';
import { empty, flag, integer, list, object, one } from './shape.ts';

const types = list(object({ name: one('TARGET_PRODUCT_FUNNEL'), isTargeted: one(true) }));
/** `geos` and `nativeLists` are our own; the documents show funnel targeting only. */
const funnelTargeting = object({
  id: integer,
  types,
  funnelAttributes: list(
    object({
      lookBack: integer,
      funnelType: one('ViewProduct', 'AddToCart', 'Purchase'),
      productSetId: integer,
      exclude: flag,
    }),
  ),
  geos: empty,
  nativeLists: empty,
});

export const funnel: readonly Example[] = [
  {
    title: 'funnel targeting',
    send: ({ line, 'product set': { id } }) => [
      'POST',
      `/lines/${line.id}/targeting/`,
      {
        types: [{ isTargeted: true, name: 'TARGET_PRODUCT_FUNNEL' }],
        funnelAttributes: ['ViewProduct', 'AddToCart', 'Purchase'].map((funnelType) => ({
          lookBack: 30,
          funnelType,
          productSetId: id,
          exclude: funnelType === 'Purchase',
        })),
      },
    ],
    shape: funnelTargeting,
  },
  {
    title: 'read targeting',
    send: ({ line }) => ['GET', `/lines/${line.id}/targeting`],
    shape: funnelTargeting,
  },
];
