import { getRouteApi, Link } from '@tanstack/react-router';
import type { FunctionComponent } from 'react';
import { PageHead } from '../../parts/crumbs.tsx';
import { Audiences } from './audiences/audiences.tsx';
import { Segment } from './audiences/segment.tsx';
import { Creative } from './creatives/creative.tsx';
import { Creatives } from './creatives/creative-list.tsx';
import { Deal } from './deals/deal.tsx';
import { Deals } from './deals/deals.tsx';
import { isKind, KINDS, type Kind } from './kinds.ts';
import { NativeList } from './native-lists/native-list.tsx';
import { NativeLists } from './native-lists/native-lists.tsx';
import { ProductSet } from './product-sets/product-set.tsx';
import { ProductSets } from './product-sets/product-sets.tsx';

interface Pages {
  readonly List: FunctionComponent;
  readonly One: FunctionComponent<{ readonly id: string }>;
}

const PAGES: { readonly [Of in Kind]: Pages } = {
  creatives: { List: Creatives, One: Creative },
  deals: { List: Deals, One: Deal },
  lists: { List: NativeLists, One: NativeList },
  audiences: { List: Audiences, One: Segment },
  'product-sets': { List: ProductSets, One: ProductSet },
};

const listRoute = getRouteApi('/library/$kind');
const oneRoute = getRouteApi('/library/$kind/$id');

/** A list of the library, with the way to the others. */
export function Library() {
  const { kind } = listRoute.useParams();
  if (!isKind(kind)) return null;
  const { List } = PAGES[kind];
  return (
    <div className="page">
      <PageHead title={KINDS[kind]} />
      <nav aria-label="Library" className="tabs">
        {Object.entries(KINDS).map(([each, name]) => (
          <Link
            key={each}
            to="/library/$kind"
            params={{ kind: each }}
            activeOptions={{ includeSearch: false }}
          >
            {name}
          </Link>
        ))}
      </nav>
      <List key={kind} />
    </div>
  );
}

export function LibraryPage() {
  const { kind, id } = oneRoute.useParams();
  if (!isKind(kind)) return null;
  const { One } = PAGES[kind];
  return <One key={`${kind} ${id}`} id={id} />;
}
