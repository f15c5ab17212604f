import { Link } from '@tanstack/react-router';
import type { DashboardAdPageQuery } from '../../generated/graphql.ts';

interface Props {
  readonly ad: Pick<NonNullable<DashboardAdPageQuery['ad']>, 'databaseId' | 'line'>;
}

const STEPS = [
  [-1, 'Previous ad', '‹'],
  [1, 'Next ad', '›'],
] as const;

/** The ads before and after this one on its line, by name. */
export function Neighbours({ ad: { databaseId, line } }: Props) {
  const { nodes } = line.ads;
  const at = nodes.findIndex((each) => each.databaseId === databaseId);
  if (at < 0 || nodes.length < 2) return null;
  return (
    <nav className="actions" aria-label="Neighbours">
      {STEPS.map(([step, title, sign]) => {
        const ad = nodes[(at + step + nodes.length) % nodes.length];
        return (
          ad && (
            <Link
              key={step}
              to="/ads/$id"
              params={{ id: String(ad.databaseId) }}
              className="button small"
              title={`${title} of the line: ${ad.name}`}
            >
              <span aria-hidden="true">{sign}</span>
              <span className="visually-hidden">
                {title}: <bdi>{ad.name}</bdi>
              </span>
            </Link>
          )
        );
      })}
      <span className="muted small">
        {at + 1} of {nodes.length} ads
      </span>
    </nav>
  );
}
