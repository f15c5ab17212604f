import { getRouteApi, Link } from '@tanstack/react-router';
import type { KeyboardEvent } from 'react';
import { useRead } from '../../api/use-read.ts';
import { DashboardSearchDocument } from '../../generated/graphql.ts';
import { PageHead } from '../../parts/crumbs.tsx';
import { counted, number } from '../../parts/format.ts';
import { moveToHit } from '../../parts/hits.ts';
import { Status } from '../../parts/status.tsx';
import { Widget } from '../../parts/widget.tsx';

const route = getRouteApi('/search');

interface Hit {
  readonly id: string;
  readonly databaseId: number;
  readonly name: string;
  readonly status: string;
  readonly owner?: string;
}

const totalOf = (found: readonly { readonly totalCount: number }[]): number =>
  found.reduce((sum, { totalCount }) => sum + totalCount, 0);

const onArrow = (event: KeyboardEvent) => {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : undefined;
  if (step && moveToHit(step)) event.preventDefault();
};

/** What the search box finds, as one types. */
export function Search() {
  const { q = '' } = route.useSearch();
  const read = useRead(DashboardSearchDocument, { query: q }, { enabled: q !== '' });
  return (
    <div className="page">
      <PageHead title="Search" />
      {q === '' ? (
        <p className="muted">Enter part of a name to search advertisers, campaigns, lines and ads.</p>
      ) : (
        <Widget
          title={`Results for “${q}”`}
          read={read}
          empty={({ advertisers, campaigns, lines, ads }) =>
            totalOf([advertisers, campaigns, lines, ads]) === 0 &&
            'No names match. Try fewer or other letters.'
          }
        >
          {({ advertisers, campaigns, lines, ads }) => (
            <div className="columns narrow">
              <p className="visually-hidden" role="status">
                {counted(totalOf([advertisers, campaigns, lines, ads]), 'result')}
              </p>
              <Hits
                name="Advertisers"
                to="/advertisers/$id"
                total={advertisers.totalCount}
                hits={advertisers.nodes}
              />
              <Hits
                name="Campaigns"
                to="/campaigns/$id"
                total={campaigns.totalCount}
                hits={campaigns.nodes.map((node) => ({ ...node, owner: node.advertiser.name }))}
              />
              <Hits
                name="Lines"
                to="/lines/$id"
                total={lines.totalCount}
                hits={lines.nodes.map((node) => ({ ...node, owner: node.campaign.name }))}
              />
              <Hits
                name="Ads"
                to="/ads/$id"
                total={ads.totalCount}
                hits={ads.nodes.map((node) => ({ ...node, owner: node.line.name }))}
              />
            </div>
          )}
        </Widget>
      )}
    </div>
  );
}

interface HitsProps {
  readonly name: string;
  readonly to: '/advertisers/$id' | '/campaigns/$id' | '/lines/$id' | '/ads/$id';
  readonly total: number;
  readonly hits: readonly Hit[];
}

function Hits({ name, to, total, hits }: HitsProps) {
  if (total === 0) return null;
  return (
    <section>
      <h3>
        {name} <span className="muted">{number(total)}</span>
      </h3>
      <ul className="hits">
        {hits.map(({ id, databaseId, name, status, owner }) => (
          <li key={id}>
            <Link to={to} params={{ id: String(databaseId) }} onKeyDown={onArrow}>
              <bdi>{name}</bdi>
            </Link>{' '}
            <Status value={status} />
            {owner && (
              <p className="muted small">
                <bdi>{owner}</bdi>
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
