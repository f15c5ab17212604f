import type { DashboardAdFragment } from '../../generated/graphql.ts';
import { safeAddress } from '../../parts/links.ts';

/** An ad as people will see it, as far as its creative says it. */
export function Preview({
  ad: { name, creative },
}: {
  readonly ad: Pick<DashboardAdFragment, 'name' | 'creative'>;
}) {
  const { title, description, landingUrl } = creative;
  return (
    <div className="preview">
      <span className="muted small">Sponsored</span>
      <strong>
        <bdi>{title ?? name}</bdi>
      </strong>
      {description && (
        <p>
          <bdi>{description}</bdi>
        </p>
      )}
      {landingUrl && <Landing url={landingUrl} />}
    </div>
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
