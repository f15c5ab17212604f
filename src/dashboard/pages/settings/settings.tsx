import { Link } from '@tanstack/react-router';
import { type Read, useRead } from '../../api/use-read.ts';
import { DashboardSettingsDocument, type DashboardSettingsQuery } from '../../generated/graphql.ts';
import { PageHead } from '../../parts/crumbs.tsx';
import { ago, moment, number } from '../../parts/format.ts';
import { graphiqlAddress } from '../../parts/links.ts';
import { Widget } from '../../parts/widget.tsx';
import { words } from '../../parts/words.ts';
import { useViewer } from '../../shell/viewer.ts';
import { Facts } from '../tree/facts.tsx';
import { SeatSettings } from './seat.tsx';

/** The seat, what the user may do, what is left of the limits, and where to go on. */
export function Settings() {
  const isAdmin = useViewer().role === 'ADMIN';
  const read = useRead(DashboardSettingsDocument, {}, { every: 30_000 });
  const graphiql = graphiqlAddress();
  return (
    <div className="page">
      <PageHead title="Settings" />
      <SeatSettings read={read} />
      {read.result.data && <Access read={read} />}
      <Widget title="Limits" read={read}>
        {({ rateLimit, restRateLimits }) => (
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
        )}
      </Widget>
      <section className="widget">
        <header className="widget-head">
          <h2>Interfaces</h2>
        </header>
        <ul className="plain">
          {graphiql && (
            <li>
              <a href={graphiql}>GraphiQL</a>: run queries and read the schema.
            </li>
          )}
          {isAdmin && (
            <li>
              <Link to="/sandbox">Sandbox</Link>: the clock of a service for trying things out.
            </li>
          )}
          <li>
            <a href="docs/rest">REST reference</a>: all REST endpoints, with requests to try.
          </li>
          <li>
            <a href="docs">Documentation</a>: from a first token to reports and operations.
          </li>
        </ul>
      </section>
    </div>
  );
}

/** Who the caller is to the service. */
function Access({ read }: { readonly read: Read<DashboardSettingsQuery> }) {
  return (
    <Widget title="Access" read={read}>
      {({ viewer: { role, user, client, seats } }) => (
        <Facts
          facts={[
            ['Role', words(role)],
            ['User', `${user.name} (${user.databaseId})`],
            ['Client ID', client.clientId],
            ['Seats', seats.map(({ name, databaseId }) => `${name} (${databaseId})`).join(', ')],
          ]}
        />
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
