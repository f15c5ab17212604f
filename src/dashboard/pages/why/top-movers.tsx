import { Link } from '@tanstack/react-router';
import { Figure } from '../../parts/figures/figure.tsx';
import { brief } from '../../parts/figures/metrics.ts';
import { days as dayNames } from '../../parts/format.ts';
import { Widget } from '../../parts/widget.tsx';
import { Difference } from './difference.tsx';
import type { Mover } from './movers.ts';
import type { Question } from './question.ts';
import { reasonsOf } from './reasons.ts';
import { useMovers } from './use-movers.ts';

interface Props {
  /** About the spend of the seat. */
  readonly question: Question;
  readonly timeZone: string;
  readonly onMore: () => void;
}

const MOST = 4;

/** The lines whose spend changed most, each with its first reason. */
export function TopMovers({ question, timeZone, onMore }: Props) {
  const options = { by: 'LINE', metric: 'SPEND', timezone: timeZone } as const;
  const {
    read,
    movers,
    changes = [],
    parts,
    isSearching,
    hasMore,
    since,
    end,
  } = useMovers(question, options, MOST);
  const { days, compared, until, currency } = question;
  const figure = ({ scope, ...mover }: Mover, range: 'now' | 'before') => (
    <Figure
      {...{ metric: 'SPEND', kind: 'money', currency, value: mover[range].spend }}
      scope={{
        ...scope,
        ...(range === 'now'
          ? { from: days.start, to: days.end }
          : { from: compared.start, to: compared.end, until, compared: true }),
      }}
    >
      {brief(mover[range].spend, 'money', currency)}
    </Figure>
  );
  const reasonOf = (mover: Mover): string | undefined => {
    const found = reasonsOf(mover, { metric: 'SPEND', changes, parts, timeZone, since, end });
    if (isSearching) return undefined;
    return (found.find(({ isCause }) => isCause) ?? (hasMore ? undefined : found[0]))?.text;
  };
  return (
    <Widget<unknown>
      title="Biggest movers"
      read={read}
      actions={
        <button type="button" className="quiet" aria-haspopup="dialog" onClick={onMore}>
          Show more
        </button>
      }
      empty={() => movers?.length === 0 && 'No line spent more or less than before.'}
    >
      {() => (
        <>
          <p className="muted small">
            Spend of lines against {dayNames(compared.start, compared.end)}
            {until && ', the same hours'}
          </p>
          <ul className="attention" aria-label="Biggest movers">
            {movers?.map((mover) => (
              <li key={mover.key}>
                <p className="attention-head">
                  <Link to="/lines/$id" params={{ id: mover.key.replace(/^.*:/, '') }}>
                    <bdi>{mover.name}</bdi>
                  </Link>
                  <b>
                    <Difference
                      now={mover.now.spend}
                      before={mover.before.spend}
                      kind="money"
                      currency={currency}
                    />
                  </b>
                </p>
                <p className="muted small">{reasonOf(mover)}</p>
                <span className="muted small">
                  {figure(mover, 'before')} → {figure(mover, 'now')}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Widget>
  );
}
