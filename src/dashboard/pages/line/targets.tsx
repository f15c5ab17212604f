import type { ReactNode } from 'react';
import { words } from '../../parts/words.ts';

import type { LineFound } from './line.tsx';
import { kindOf } from './place-name.ts';
import { funnelText } from './targeting-change.ts';

type Targeting = LineFound['targeting'];

const LISTED: ReadonlySet<string> = new Set(['GEOGRAPHY', 'NATIVE_LIST', 'TARGET_PRODUCT_FUNNEL']);

/** Target types without a list of their own here. */
const othersOf = ({ types }: Targeting) =>
  types.filter(({ name, isTargeted }) => isTargeted && !LISTED.has(name));

export const isUntargeted = (targeting: Targeting): boolean =>
  [
    targeting.geos,
    targeting.excludedGeos,
    targeting.nativeLists,
    targeting.funnelAttributes,
    othersOf(targeting),
  ].every(({ length }) => length === 0);

/** Whom the line reaches, with the names of the places. */
export function Targets({ targeting }: { readonly targeting: Targeting }) {
  const { geos, excludedGeos, nativeLists, funnelAttributes } = targeting;
  const places = (which: Targeting['geos']) =>
    which.map((place) => (
      <li key={place.woeid} title={`WOEID ${place.woeid}`}>
        {place.name} <span className="muted">{kindOf(place)}</span>
      </li>
    ));
  return (
    <>
      <Chips title="Places" items={places(geos)} />
      <Chips title="Excluded places" items={places(excludedGeos)} />
      <Chips
        title="Blocked lists"
        items={nativeLists.map(({ id, name }) => (
          <li key={id}>
            <bdi>{name}</bdi>
          </li>
        ))}
      />
      <Chips
        title="Product funnels"
        items={funnelAttributes.map((funnel) => (
          <li key={`${funnel.productSetId} ${funnel.funnelType}`}>
            {funnelText(funnel)} {funnel.exclude && <span className="muted">excluded</span>}
          </li>
        ))}
      />
      <Chips title="Also" items={othersOf(targeting).map(({ name }) => <li key={name}>{words(name)}</li>)} />
    </>
  );
}

function Chips({ title, items }: { readonly title: string; readonly items: readonly ReactNode[] }) {
  if (items.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul className="chips">{items}</ul>
    </>
  );
}
