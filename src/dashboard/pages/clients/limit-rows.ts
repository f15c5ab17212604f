interface Quota {
  readonly name: string;
  readonly limit: number;
}

type Span = 'minute' | 'hour' | 'day';

/** One kind of calls with what is allowed in each span of time. */
export type LimitRow = { readonly name: string } & { readonly [span in Span]?: number };

const CALLED: Readonly<Record<string, string>> = {
  get: 'Reads over REST (GET)',
  put: 'Changes over REST (PUT)',
  post: 'New objects over REST (POST)',
  reportPost: 'Reports made',
  reportGet: 'Questions about reports',
  native: 'Native units',
  graphql: 'Points of GraphQL',
};
const SPANS: Readonly<Record<string, Span>> = { Min: 'minute', Hr: 'hour', Day: 'day' };

/** `getPerMin` and `getPerHr` are one row; what has another name stands alone by its name. */
export function limitRows(quotas: readonly Quota[]): readonly LimitRow[] {
  const rows = new Map<string, LimitRow>();
  for (const { name, limit } of quotas) {
    const [, kind = name, per = ''] = /^(.+)Per(Min|Hr|Day)$/.exec(name) ?? [];
    const span = SPANS[per] ?? 'hour';
    rows.set(kind, { name: CALLED[kind] ?? kind, ...rows.get(kind), [span]: limit });
  }
  return [...rows.values()];
}
