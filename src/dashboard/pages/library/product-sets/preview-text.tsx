import { useRead } from '../../../api/use-read.ts';
import { DashboardProductPreviewDocument } from '../../../generated/graphql.ts';
import { andMore, counted } from '../../../parts/format.ts';
import { filterJson, type SetFilter } from './set-filter.ts';

interface Props {
  readonly advertiserId: string;
  readonly filter: SetFilter;
}

/** How many products of the feed meet a filter, and some of them. */
export function PreviewText({ advertiserId, filter }: Props) {
  const asked = { advertiserId, filter: filterJson(filter), first: 3 };
  const { data, error } = useRead(DashboardProductPreviewDocument, asked).result;
  if (error) return <p className="issue">{error.message}</p>;
  if (!data) return <p className="muted">Counting the products…</p>;
  const { count, products } = data.productSetPreview;
  const titles = products.map(({ id, fields }) => textOf(fields, 'title') ?? id);
  return (
    <p role="status">
      {counted(count, 'product')} of the feed {count === 1 ? 'meets' : 'meet'} this
      {titles.length > 0 && `, such as ${andMore(titles, 3)}`}.
    </p>
  );
}

/** A field of a product as text; undefined where the feed does not have it. */
export function textOf(fields: unknown, name: string): string | undefined {
  const value = Object.entries(fields ?? {}).find(([key]) => key === name)?.[1] as unknown;
  return value === undefined || value === null ? undefined : String(value);
}
