import { Figure } from '../../../parts/figures/figure.tsx';
import { brief, figureOf, METRICS, type MetricName, sumsOf } from '../../../parts/figures/metrics.ts';
import type { Scope } from '../../../parts/figures/scope.ts';
import { days as dayNames, percent } from '../../../parts/format.ts';
import { titleOf } from '../metric-titles.ts';
import type { ListColumn, ListView, Row, Total } from '../resource.ts';
import { changeOf, currencyOf, shareOf, totalOf } from '../totals.ts';

/** What stands above a column where the whole name has no room. */
const HEADS: Partial<Record<MetricName, string>> = { RETURN_ON_AD_SPEND: 'ROAS', CONVERSION_VALUE: 'Value' };
/** Those that every list begins with. */
const FIRST: readonly MetricName[] = [
  'SPEND',
  'IMPRESSIONS',
  'CLICKS',
  'CONVERSIONS',
  'CPA',
  'RETURN_ON_AD_SPEND',
];

interface FigureOfProps {
  readonly metric: MetricName;
  readonly value: number | null;
  readonly currency: string;
  readonly scope: Scope;
}

const FigureOf = ({ metric, value, currency, scope }: FigureOfProps) => {
  const { kind } = METRICS[metric];
  return <Figure {...{ metric, kind, value, currency, scope }}>{brief(value, kind, currency)}</Figure>;
};

function Spend({ row, view: { compared } }: { readonly row: Row; readonly view: ListView }) {
  const { now, before, id } = row;
  const { currency } = now.spend;
  const change = changeOf(Number(now.spend.amount), before ? Number(before.spend.amount) : undefined);
  return (
    <>
      <FigureOf metric="SPEND" value={Number(now.spend.amount)} currency={currency} scope={{ node: id }} />
      {change && before && compared && (
        <span
          className={`cell-note ${change.tone ?? ''}`}
          title={`From ${brief(Number(before.spend.amount), 'money', currency)} in ${dayNames(compared.start, compared.end)}`}
        >
          {percent(change.share, 0, 'exceptZero')}
          <span className="visually-hidden">
            {' '}
            from{' '}
            <FigureOf
              metric="SPEND"
              value={Number(before.spend.amount)}
              currency={currency}
              scope={{ node: id, from: compared.start, to: compared.end, compared: true }}
            />
          </span>
        </span>
      )}
    </>
  );
}

function TotalFigure({ metric, total }: { readonly metric: MetricName; readonly total: Total }) {
  const { deliveries, node, isWhole } = total;
  const { kind } = METRICS[metric];
  const currency = currencyOf(deliveries) ?? '';
  const value = totalOf(metric, deliveries);
  if (value === null) return '–';
  // The rows of a page are no object that could be named.
  return isWhole ? (
    <FigureOf {...{ metric, value, currency }} scope={{ node }} />
  ) : (
    brief(value, kind, currency)
  );
}

/** Whether its order depends on a currency. */
const isAmount = (metric: MetricName) => METRICS[metric].kind === 'money';

const figureColumn = (metric: MetricName): ListColumn<Row, never> => {
  const title = titleOf(metric);
  const name = HEADS[metric] ?? title;
  return {
    key: metric,
    name,
    ...(name !== title && { title }),
    sort: { metric },
    ...(isAmount(metric) && {
      ownNote: `Sorted by ${title.toLowerCase()} in US dollars. Amounts are in the currency of each advertiser.`,
    }),
    numeric: true,
    shown: FIRST.includes(metric) ? 'first' : 'chosen',
    cell: (row, view) =>
      metric === 'SPEND' ? (
        <Spend row={row} view={view} />
      ) : (
        <FigureOf
          metric={metric}
          value={figureOf(metric, sumsOf(row.now))}
          currency={row.now.spend.currency}
          scope={{ node: row.id }}
        />
      ),
    total: (total) => <TotalFigure metric={metric} total={total} />,
    csv: ({ now }, { isOwnCurrency }) => {
      const isMoney = isAmount(metric) && !isOwnCurrency;
      return {
        [isMoney ? `${title} (${now.spend.currency})` : title]: figureOf(metric, sumsOf(now)),
        ...(metric === 'SPEND' && isOwnCurrency && { Currency: now.spend.currency }),
      };
    },
  };
};

const share = (value: number | null) => (value === null ? '–' : percent(value, 1));

const SHARE: ListColumn<Row, never> = {
  key: 'SHARE',
  name: 'Share',
  title: 'Share of spend',
  numeric: true,
  shown: 'first',
  cell: ({ now }, { whole }) => share(shareOf([now], whole)),
  csv: ({ now }, { whole }) => ({ 'Share of spend': shareOf([now], whole) }),
  total: ({ deliveries }, { whole }) => share(shareOf(deliveries, whole)),
};

/** What rows delivered in the range of the list. */
export const FIGURE_COLUMNS: readonly ListColumn<Row, never>[] = [
  ...(Object.keys(METRICS) as MetricName[]).map(figureColumn),
  SHARE,
];

/** The same where columns of other kinds need the room: the share is there to be chosen. */
export const FIGURES_WITHOUT_SHARE: readonly ListColumn<Row, never>[] = FIGURE_COLUMNS.map((column) =>
  column === SHARE ? { ...SHARE, shown: 'chosen' } : column,
);
