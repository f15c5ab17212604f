import { type DashboardAdFragment, MediaType } from '../../generated/graphql.ts';
import { safeAddress } from '../../parts/links.ts';
import { words } from '../../parts/words.ts';
import { Banner } from './banner.tsx';

/** An ad as people will see it, as far as its creative says it. */
export function Preview({
  ad: { name, creative, mediaType },
}: {
  readonly ad: Pick<DashboardAdFragment, 'name' | 'creative'> & { readonly mediaType?: string | null };
}) {
  const { title, description, landingUrl } = creative;
  if (mediaType === MediaType.Display || mediaType === MediaType.Video)
    return (
      <div className="preview">
        <Banner name={name} kind={words(mediaType)} />
        {landingUrl && <Landing url={landingUrl} />}
      </div>
    );
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
