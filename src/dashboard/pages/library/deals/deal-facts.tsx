import { Link } from '@tanstack/react-router';
import { useRead } from '../../../api/use-read.ts';
import { DashboardExchangesDocument } from '../../../generated/graphql.ts';
import { andMore, counted } from '../../../parts/format.ts';
import { useNames } from '../../reports/use-names.ts';
import { useOwners } from '../thing-filters.tsx';

/** Reports count advertisers as this dimension. */
const ADVERTISER = 4;

interface Allowed {
  readonly accounts: readonly number[];
  readonly accountIsExcluded: boolean;
}

/** So many are named in a list. */
const NAMED = 2;

/** Who can target a deal, in few words: `Northwind Outdoor`, `All but 12 advertisers`. */
export function AllowedText({ accounts, accountIsExcluded }: Allowed) {
  const owners = useOwners().result.data?.advertisers.nodes ?? [];
  const names = accounts.flatMap(
    (account) => owners.find(({ databaseId }) => databaseId === account)?.name ?? [],
  );
  if (accounts.length === 0 || accounts.length > NAMED || names.length < accounts.length)
    return allowedText({ accounts, accountIsExcluded });
  return <bdi>{`${accountIsExcluded ? 'All but ' : ''}${andMore(names, NAMED)}`}</bdi>;
}

const allowedText = ({ accounts, accountIsExcluded }: Allowed): string => {
  const number = counted(accounts.length, 'advertiser');
  if (accountIsExcluded) return accounts.length > 0 ? `All but ${number}` : 'All advertisers';
  return accounts.length > 0 ? number : 'None';
};

/** The exchanges of the dictionary, as choices; those that it does not know have a number only. */
export function useExchanges(): readonly (readonly [id: string, name: string])[] {
  const { data } = useRead(DashboardExchangesDocument, {}, { freshFor: 600_000 }).result;
  return (data?.dictionary.exchanges ?? []).map(
    ({ number, value, name }) => [String(number ?? value), name ?? `Exchange ${number ?? value}`] as const,
  );
}

export function ExchangeName({ id }: { readonly id: number }) {
  const found = useExchanges().find(([known]) => known === String(id));
  return found ? found[1] : <span title="The dictionary has no name for this exchange">Exchange {id}</span>;
}

/** Who can target a deal, by name. */
export function AllowedAdvertisers({ accounts, accountIsExcluded }: Allowed) {
  const nameOf = useNames([{ dimension: ADVERTISER, values: accounts.map(String) }], []);
  if (accounts.length === 0) return accountIsExcluded ? 'All' : 'None';
  return (
    <>
      {accountIsExcluded && 'All but '}
      {accounts.map((id, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <Link to="/advertisers/$id" params={{ id: String(id) }}>
            <bdi>{nameOf(ADVERTISER, String(id))}</bdi>
          </Link>
        </span>
      ))}
    </>
  );
}
