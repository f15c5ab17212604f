import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { lower, words } from '../../../parts/words.ts';
import type { LineFound } from '../line.tsx';
import { kindOf } from './place-name.ts';
import { type Funnel, funnelText } from './targeting-change.ts';
import { targetingText } from './targeting-text.ts';
import { useOwnTargets } from './use-own-targets.ts';

type Targeting = LineFound['targeting'];

const LISTED: ReadonlySet<string> = new Set([
  ...['GEOGRAPHY', 'NATIVE_LIST', 'TARGET_PRODUCT_FUNNEL', 'EXCHANGES'],
]);

/** Set by another client: this page does not choose deals. */
const isByDeal = ({ types }: Targeting) =>
  types.some(({ name, isTargeted }) => isTargeted && name === 'EXCHANGES');

/** Target types without a list of their own here. */
const othersOf = ({ types }: Targeting) =>
  types.filter(({ name, isTargeted }) => isTargeted && !LISTED.has(name));

/** Whom the line reaches: in a few sentences, and then each target on the side of what is taken in or left out. */
export function Targets({ line }: { readonly line: LineFound }) {
  const { targeting } = line;
  const { geos, excludedGeos, nativeLists, funnelAttributes } = targeting;
  const { nameOf, deals } = useOwnTargets(line.advertiser.id);
  const people = (exclude: boolean) =>
    funnelAttributes
      .filter((funnel) => funnel.exclude === exclude)
      .map((funnel) => <Person key={keyOf(funnel)} funnel={funnel} name={nameOf(funnel.productSetId)} />);
  return (
    <>
      <p className="summary">{targetingText(targeting, nameOf).join(' ')}</p>
      <Sides title="Places">
        <Side title="Targeted places" items={places(geos)} none="None" />
        <Side title="Excluded places" items={places(excludedGeos)} none="None" />
      </Sides>
      <Sides title="Sites and apps">
        <Side title="Delivers on" items={[]} none={nativeLists.length > 0 ? 'All others' : 'All'} />
        <Side
          title="Blocked lists"
          none="None"
          items={nativeLists.map(({ id, databaseId, name, status }) => (
            <li key={id}>
              <Link to="/library/$kind/$id" params={{ kind: 'lists', id: String(databaseId) }}>
                <bdi>{name}</bdi>
              </Link>
              {status !== 'ACTIVE' && <span className="muted"> {lower(words(status))}</span>}
            </li>
          ))}
        />
      </Sides>
      <Sides title="People">
        <Side title="Targeted people" items={people(false)} none="Everyone" />
        <Side title="Excluded people" items={people(true)} none="Nobody" />
      </Sides>
      {(deals.length > 0 || isByDeal(targeting)) && (
        <Sides title="Deals">
          <Side
            title="Buys through"
            items={[]}
            none={isByDeal(targeting) ? 'Chosen deals and exchanges' : 'The open market'}
          />
          <Side
            title="Open to the advertiser"
            none="None"
            items={deals.map(({ databaseId, name }) => (
              <li key={databaseId}>
                <Link to="/library/$kind/$id" params={{ kind: 'deals', id: String(databaseId) }}>
                  <bdi>{name}</bdi>
                </Link>
              </li>
            ))}
          />
        </Sides>
      )}
      {othersOf(targeting).length > 0 && (
        <p className="muted">
          Also by{' '}
          {othersOf(targeting)
            .map(({ name }) => words(name))
            .join(', ')}
          .
        </p>
      )}
      <p className="muted small">
        Reach is not forecast. What the line delivered by country is in{' '}
        <Link to="." search={(old: object) => ({ ...old, by: 'COUNTRY' })} resetScroll={false}>
          Breakdown
        </Link>
        .
      </p>
    </>
  );
}

const places = (which: Targeting['geos']) =>
  which.map((place) => (
    <li key={place.woeid} title={`WOEID ${place.woeid}`}>
      {place.name} <span className="muted">{kindOf(place)}</span>
    </li>
  ));

const keyOf = ({ productSetId, funnelType }: Funnel) => `${productSetId} ${funnelType}`;

function Person({ funnel, name }: { readonly funnel: Funnel; readonly name: string | undefined }) {
  return (
    <li>
      <Link to="/library/$kind/$id" params={{ kind: 'product-sets', id: String(funnel.productSetId) }}>
        <bdi>{funnelText(funnel, name)}</bdi>
      </Link>
    </li>
  );
}

function Sides({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="sides" aria-label={title}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

interface SideProps {
  readonly title: string;
  readonly items: readonly ReactNode[];
  /** Said where nothing is named. */
  readonly none: string;
}

function Side({ title, items, none }: SideProps) {
  return (
    <div>
      <p className="muted small">{title}</p>
      {items.length > 0 ? <ul className="chips">{items}</ul> : <p>{none}</p>}
    </div>
  );
}
