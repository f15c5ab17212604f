import { useRead } from '../../api/use-read.ts';
import { DashboardListOwnersDocument } from '../../generated/graphql.ts';
import { AddressInput } from '../../parts/fields/address-input.tsx';
import { Choice } from '../../parts/fields/choice.tsx';
import { words } from '../../parts/words.ts';
import type { ThingSearch } from './thing-search.ts';

interface Props {
  readonly list: ThingSearch;
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

interface NameProps extends Props {
  readonly things: string;
  /** What else is compared with the text. */
  readonly by?: string;
}

export const NameFilter = ({ list, things, by = 'name' }: NameProps) => (
  <AddressInput
    type="search"
    aria-label={`Filter ${things} by ${by}`}
    placeholder={by === 'name' ? 'Filter by name' : capitalized(by)}
    text={list.q}
    onText={(q) => list.go({ q })}
  />
);

export const StatusFilter = ({
  list,
  statuses,
}: Props & { readonly statuses: Readonly<Record<string, string>> }) => (
  <Choice
    label="Status"
    value={list.status ?? ''}
    choices={[['', 'Any status'], ...Object.values(statuses).map((each) => [each, words(each)] as const)]}
    onChoose={(status) => list.go({ status })}
  />
);

/** The advertisers that a thing can belong to. */
export function useOwners() {
  return useRead(DashboardListOwnersDocument, {}, { freshFor: 60_000 });
}

/** Whose things are listed; one that is not among the first hundred is still said. */
export function AdvertiserFilter({ list }: Props) {
  const { advertiser = '' } = list;
  const owners = (useOwners().result.data?.advertisers.nodes ?? []).map(
    ({ databaseId, name }) => [String(databaseId), name] as const,
  );
  const isKnown = advertiser === '' || owners.some(([id]) => id === advertiser);
  return (
    <Choice
      label="Advertiser"
      value={advertiser}
      choices={[
        ['', 'All advertisers'],
        ...(isKnown ? [] : [[advertiser, `Advertiser ${advertiser}`] as const]),
        ...owners,
      ]}
      onChoose={(chosen) => list.go({ advertiser: chosen })}
    />
  );
}
