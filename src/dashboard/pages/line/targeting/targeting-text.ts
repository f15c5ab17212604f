import { andMore, counted } from '../../../parts/format.ts';
import type { Funnel, Targets } from './targeting-change.ts';

/** The name of a product set; undefined until it is known. */
export type NameOf = (productSet: number) => string | undefined;

const MOST = 4;
const namesOf = (things: readonly { readonly name: string }[]) =>
  andMore(
    things.map(({ name }) => name),
    MOST,
  );

const DID: Readonly<Record<Funnel['funnelType'], (products: string) => string>> = {
  ViewProduct: (products) => `viewed ${products}`,
  AddToCart: (products) => `put ${products} into the cart`,
  Purchase: (products) => `bought ${products}`,
};

const did = (funnels: readonly Funnel[], nameOf: NameOf) =>
  andMore(
    funnels.map(({ funnelType, productSetId, lookBack }) => {
      const products = nameOf(productSetId) ?? `product set ${productSetId}`;
      return `${DID[funnelType](products)} in the last ${counted(lookBack, 'day')}`;
    }),
    MOST,
  );

/** Whom a line reaches, as one would say it: what is targeted, and what is left out. */
export function targetingText(targeting: Targets, nameOf: NameOf): readonly string[] {
  const { geos, excludedGeos, nativeLists, funnelAttributes } = targeting;
  const [without, within] = [true, false].map((exclude) =>
    funnelAttributes.filter((funnel) => funnel.exclude === exclude),
  );
  const except = excludedGeos.length > 0 ? `, but not in ${namesOf(excludedGeos)}` : '';
  return [
    geos.length > 0
      ? `Delivers in ${namesOf(geos)}${except}.`
      : `No place is targeted, so the line cannot be active${except && `; it would not deliver in ${namesOf(excludedGeos)}`}.`,
    nativeLists.length > 0
      ? `On all sites and apps but those of ${counted(nativeLists.length, 'list')}: ${namesOf(nativeLists)}.`
      : 'On all sites and apps.',
    within?.length ? `To people who ${did(within, nameOf)}.` : 'To everyone there.',
    ...(without?.length ? [`Not to people who ${did(without, nameOf)}.`] : []),
  ];
}
