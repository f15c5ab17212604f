import type { DashboardAdFragment } from '../../generated/graphql.ts';
import { words } from '../../parts/format.ts';
import { safeAddress } from '../../parts/links.ts';
import { Status } from '../../parts/status.tsx';

/** The ads as people will see them, as far as the creative says it. */
export function Ads({ ads }: { readonly ads: readonly DashboardAdFragment[] }) {
  return (
    <ul className="ads">
      {ads.map(({ id, databaseId, name, status, mediaType, creative }) => (
        <li key={id}>
          <p className="row">
            <bdi>{name}</bdi> <Status value={status} />
            <span className="muted">
              {words(mediaType)} · {databaseId}
            </span>
          </p>
          <div className="preview">
            <strong>
              <bdi>{creative.title ?? name}</bdi>
            </strong>
            {creative.description && (
              <p>
                <bdi>{creative.description}</bdi>
              </p>
            )}
            {creative.landingUrl && <Landing url={creative.landingUrl} />}
          </div>
        </li>
      ))}
    </ul>
  );
}

function Landing({ url }: { readonly url: string }) {
  const address = safeAddress(url);
  if (!address) return <code>{url}</code>;
  return (
    <a href={address} target="_blank" rel="noopener noreferrer nofollow">
      {new URL(address).host}
    </a>
  );
}
