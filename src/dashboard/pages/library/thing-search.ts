import { getRouteApi } from '@tanstack/react-router';
import { useSettled } from '../../api/use-settled.ts';
import { enumValue } from '../../edit/enum-value.ts';
import { OrderDirection } from '../../generated/graphql.ts';
import { isWhole } from '../../parts/fields/numbers.ts';
import { NARROWING } from './kinds.ts';

const route = getRouteApi('/library/$kind');

type Narrowing = (typeof NARROWING)[number];
type Change = { readonly [name in Narrowing | 'after' | 'sort' | 'dir']?: string | undefined };

/** What the address says about a list: what it is narrowed down to, its order, and the page. */
export function useThingSearch() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { q = '', after, sort, dir, advertiser, exchange, pixel } = search;
  const settled = useSettled(q) ?? q;
  const whole = (text: string | undefined) => (text && isWhole(text) ? text : undefined);
  return {
    ...{ q, after, sort, status: search.status, format: search.format, sets: search.sets },
    query: settled || null,
    advertiser: whole(advertiser),
    exchange: whole(exchange),
    pixel: whole(pixel),
    isDescending: dir === 'desc',
    isNarrowed: NARROWING.some((name) => search[name]),
    /** The order by one of these fields; by name unless the address says otherwise. */
    orderBy: <Field extends string>(fields: Readonly<Record<string, Field>>, usual: Field) => ({
      field: enumValue(fields, sort) ?? usual,
      direction: dir === 'desc' ? OrderDirection.Desc : OrderDirection.Asc,
    }),
    /** Another state begins on its first page. */
    go: (change: Change) => {
      const next = Object.entries<string | undefined>({ ...search, after: undefined, ...change }).filter(
        ([, value]) => value,
      );
      void navigate({ search: Object.fromEntries(next), replace: change.q !== undefined });
    },
    clear: () => {
      const kept = Object.entries<string | undefined>(search).filter(
        ([name]) => name !== 'after' && !(NARROWING as readonly string[]).includes(name),
      );
      void navigate({ search: Object.fromEntries(kept) });
    },
  };
}

export type ThingSearch = ReturnType<typeof useThingSearch>;
