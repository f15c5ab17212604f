import type { Read } from '../../api/use-read.ts';
import type { DashboardSettingsQuery } from '../../generated/graphql.ts';
import { ago, moment, number } from '../../parts/format.ts';
import { Widget } from '../../parts/widget.tsx';

/** What may still be asked, of GraphQL and of REST. */
export function Limits({ read }: { readonly read: Read<DashboardSettingsQuery> }) {
  return (
    <Widget title="Limits" read={read} isSteady>
      {({ rateLimit, restRateLimits }) => (
        <>
          <p className="muted">
            What your client may ask. These pages count as GraphQL; programs that share your client count,
            too.
          </p>
          <ul className="meters">
            <Limit
              name="GraphQL points"
              resetAt={rateLimit.resetAt}
              limit={rateLimit.limit}
              remaining={rateLimit.remaining}
            />
            {restRateLimits.map(({ name, limit, remaining }) => (
              <Limit key={name} name={`REST ${spaced(name)}`} limit={limit} remaining={remaining} />
            ))}
          </ul>
        </>
      )}
    </Widget>
  );
}

/** `GET_PER_MINUTE` → `GET per minute`. */
const spaced = (name: string): string => {
  const [method = '', ...period] = name.split('_');
  return [method, ...period.map((word) => word.toLowerCase())].join(' ');
};

interface LimitProps {
  readonly name: string;
  readonly resetAt?: string;
  readonly limit: number;
  readonly remaining: number;
}

function Limit({ name, resetAt, limit, remaining }: LimitProps) {
  return (
    <li>
      <p className="row">
        <span>{name}</span>
        <span className="muted" title={resetAt && `Until ${moment(resetAt)}`}>
          {number(remaining)} of {number(limit)} left{resetAt && `, resets ${ago(resetAt)}`}
        </span>
      </p>
      <meter
        aria-label={name}
        min={0}
        max={limit}
        low={limit / 5}
        high={limit / 2}
        optimum={limit}
        value={remaining}
      />
    </li>
  );
}
