import { Link, useNavigate } from '@tanstack/react-router';
import { Pager } from '../../parts/pager.tsx';
import { Status } from '../../parts/status.tsx';
import { words } from '../../parts/words.ts';
import { useCanEdit } from '../../shell/viewer.ts';
import { Preview } from '../ad/preview.tsx';
import { BulkAds } from '../bulk/bulk-ads.tsx';
import { SelectBox, useSelection } from '../bulk/selection.tsx';
import type { LineFound } from './line.tsx';

interface Props {
  readonly ads: LineFound['ads'];
  readonly after: string | undefined;
}

/** The ads of a line with previews of their creatives. */
export function Ads({ ads, after }: Props) {
  const canEdit = useCanEdit();
  const navigate = useNavigate();
  const selection = useSelection<LineFound['ads']['nodes'][number]>();
  return (
    <>
      <BulkAds ads={selection.rows(ads.nodes)} onDone={selection.clear} />
      <ul className="ads">
        {ads.nodes.map((ad) => (
          <li key={ad.id}>
            <p className="row">
              {canEdit && <SelectBox row={ad} rows={ads.nodes} selection={selection} />}
              <Link to="/ads/$id" params={{ id: String(ad.databaseId) }}>
                <bdi>{ad.name}</bdi>
              </Link>
              <Status value={ad.status} />
              <span className="muted">
                {words(ad.mediaType)} · ID {ad.databaseId}
              </span>
            </p>
            <Preview ad={ad} />
          </li>
        ))}
      </ul>
      <Pager
        page={ads.pageInfo}
        total={ads.totalCount}
        after={after}
        onGo={(cursor) => void navigate({ to: '.', search: cursor ? { after: cursor } : {} })}
      />
    </>
  );
}
