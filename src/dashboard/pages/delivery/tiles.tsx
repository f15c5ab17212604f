import { Figure } from '../../parts/figures/figure.tsx';
import { brief, figureOf, METRICS, type Sums } from '../../parts/figures/metrics.ts';
import { days as dayNames } from '../../parts/format.ts';
import { Change, Tile } from '../../parts/tile.tsx';
import type { Compared } from './compared.ts';
import { METRIC_NAMES, type MetricName, titleOf } from './metrics.ts';

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

/** The figures of a range, each with its change. */
export const Tiles = ({ sums, compared, node, currency, metric, onChoose, onAsk }: Props) => (
  <div className="tiles">
    {METRIC_NAMES.map((each) => {
      const { kind } = METRICS[each];
      const value = figureOf(each, sums);
      const before = compared && figureOf(each, compared.before);
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
                now={figureOf(each, compared.now)}
                before={before}
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
