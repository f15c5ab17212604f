import { useEffect, useState } from 'react';
import { useRead } from '../../api/use-read.ts';
import { DashboardEventRateDocument, type DashboardRateFragment } from '../../generated/graphql.ts';
import { number } from '../../parts/format.ts';
import { Spark } from '../../parts/spark.tsx';
import { Widget } from '../../parts/widget.tsx';

const EVERY_MS = 2_000;
/** Two minutes. */
const MAX = 60;

/** How fast the advertiser's events arrive, of what it may send, now and in the minutes that the page is open. */
export function EventRate({ first }: { readonly first: DashboardRateFragment }) {
  const read = useRead(
    DashboardEventRateDocument,
    { advertiserId: first.id },
    { every: EVERY_MS, first: { advertiser: first } },
  );
  const { data, dataUpdatedAt } = read.result;
  const [course, setCourse] = useState<readonly number[]>([]);
  const used = data?.advertiser?.eventRate.used ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each reading is a point, also if it is the same
  useEffect(() => setCourse((old) => [...old, used].slice(-MAX)), [dataUpdatedAt, used]);
  return (
    <Widget title="Rate" read={read} isSteady>
      {({ advertiser }) =>
        advertiser && (
          <div className="rate">
            <p className="row">
              <strong className="figure">{number(advertiser.eventRate.used)}</strong>
              <span className="muted">
                of {number(advertiser.eventRate.limit)} events a second for <bdi>{advertiser.name}</bdi>
              </span>
            </p>
            <meter
              aria-label="Events a second"
              max={advertiser.eventRate.limit}
              low={advertiser.eventRate.limit * 0.6}
              high={advertiser.eventRate.limit * 0.9}
              optimum={0}
              value={advertiser.eventRate.used}
            />
            <Spark values={course} />
          </div>
        )
      }
    </Widget>
  );
}
