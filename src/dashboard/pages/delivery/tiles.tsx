import { useState } from 'react';
import { Figure } from '../../parts/figures/figure.tsx';
import { brief, figureOf, METRICS, type Sums } from '../../parts/figures/metrics.ts';
import { days as dayNames } from '../../parts/format.ts';
import { Change, Tile } from '../../parts/tile.tsx';
import type { Compared } from './compared.ts';
import { ALL_METRICS, METRIC_NAMES, type MetricName, titleOf } from './metrics.ts';

interface Props {
  readonly sums: Sums;
  /** Undefined where nothing is compared. */
  readonly compared: Compared | undefined;
  readonly node: string | undefined;
  readonly currency: string;
  readonly metric: MetricName;
  readonly onChoose: (metric: MetricName) => void;
  /** Asks why a figure changed. */
  readonly onAsk: (metric: MetricName) => void;
}

/** In rows of their own, so that none stands alone in the last one. */
const OTHERS = ALL_METRICS.filter((name) => METRIC_NAMES.every((first) => first !== name));

/** What a thousand impressions, a click and a conversion cost. */
const COSTS: readonly MetricName[] = ['CPM', 'CPC', 'CPA'];

/** The figures of a range, each with its change: the first of them, or all. */
export function Tiles(props: Props) {
  const isOther = METRIC_NAMES.every((name) => name !== props.metric);
  const [isAll, setAll] = useState(isOther);
  const isWhole = isAll || isOther;
  return (
    <>
      <Shown {...props} names={METRIC_NAMES} />
      {isWhole && <Shown {...props} names={OTHERS} />}
      {!isOther && (
        <button type="button" className="quiet small" aria-expanded={isAll} onClick={() => setAll(!isAll)}>
          {isAll ? 'Fewer figures' : 'More figures: CPM, CPC, CPA, value, ROAS'}
        </button>
      )}
    </>
  );
}

interface ShownProps extends Props {
  readonly names: readonly MetricName[];
}

const Shown = ({ names, sums, compared, node, currency, metric, onChoose, onAsk }: ShownProps) => (
  <div className="tiles">
    {names.map((each) => {
      const { kind } = METRICS[each];
      const value = figureOf(each, sums);
      const before = compared && figureOf(each, compared.before);
      const now = compared && figureOf(each, compared.now);
      return (
        <Tile
          key={each}
          name={titleOf(each)}
          isChosen={each === metric}
          onChoose={() => onChoose(each)}
          value={
            <Figure {...{ metric: each, kind, currency, value }} scope={{ node }}>
              {brief(value, kind, currency)}
            </Figure>
          }
          change={
            compared &&
            before !== undefined && (
              <Change
                name={titleOf(each)}
                isCost={COSTS.includes(each)}
                now={now ?? null}
                before={before}
                isSame={brief(now ?? null, kind, currency) === brief(before, kind, currency)}
                against={dayNames(compared.days.start, compared.days.end)}
                onAsk={() => onAsk(each)}
                was={
                  <Figure
                    {...{ metric: each, kind, currency, value: before }}
                    scope={{
                      ...{ node, from: compared.days.start, to: compared.days.end },
                      ...{ until: compared.until, compared: true },
                    }}
                  >
                    {brief(before, kind, currency)}
                  </Figure>
                }
              />
            )
          }
        />
      );
    })}
  </div>
);
