import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  notFound,
  redirect,
} from '@tanstack/react-router';
import { WHY_SEARCH } from './pages/delivery/use-why.ts';
import { isKind, NARROWING } from './pages/library/kinds.ts';
import { Overview } from './pages/overview/overview.tsx';
import { DRAFT_SEARCH } from './pages/reports/builder/draft-search.ts';
import { hasUnsaved, mayLose } from './parts/unsaved.ts';
import { list, owner, search, thing } from './route-search.ts';
import { CrashNote } from './shell/crash-note.tsx';
import { keeping } from './shell/kept-search.ts';
import { Nowhere } from './shell/nowhere.tsx';
import { isThere, PLAIN_SEARCH, pageOf, texts } from './shell/route-parts.ts';
import { Shell } from './shell/shell.tsx';

const root = createRootRoute({
  component: Shell,
  notFoundComponent: () => <Nowhere />,
  validateSearch: texts('range', 'zone', 'currency'),
  search: { middlewares: [keeping('range', 'zone', 'currency')] },
});
const getParentRoute = () => root;

const overviewRoute = createRoute({
  getParentRoute,
  path: '/',
  validateSearch: texts('range', 'from', 'to', 'compare', 'metric', 'dir', 'rows', 'alerts', ...WHY_SEARCH),
  search,
  component: Overview,
});
const advertisersRoute = createRoute({
  getParentRoute,
  path: '/advertisers',
  validateSearch: list,
  search,
  component: pageOf(() => import('./pages/advertisers/advertisers.tsx'), 'Advertisers'),
});
const advertiserRoute = createRoute({
  getParentRoute,
  path: '/advertisers/$id',
  beforeLoad: isThere,
  validateSearch: owner,
  search,
  component: pageOf(() => import('./pages/tree/advertiser.tsx'), 'Advertiser'),
});
const campaignsRoute = createRoute({
  getParentRoute,
  path: '/campaigns',
  validateSearch: list,
  search,
  component: pageOf(() => import('./pages/campaigns/campaigns.tsx'), 'Campaigns'),
});
const campaignRoute = createRoute({
  getParentRoute,
  path: '/campaigns/$id',
  beforeLoad: isThere,
  validateSearch: owner,
  search,
  component: pageOf(() => import('./pages/tree/campaign.tsx'), 'Campaign'),
});
const linesRoute = createRoute({
  getParentRoute,
  path: '/lines',
  validateSearch: list,
  search,
  component: pageOf(() => import('./pages/lines/lines.tsx'), 'Lines'),
});
const lineRoute = createRoute({
  getParentRoute,
  path: '/lines/$id',
  beforeLoad: isThere,
  validateSearch: thing,
  search,
  component: pageOf(() => import('./pages/line/line.tsx'), 'Line'),
});
const adsRoute = createRoute({
  getParentRoute,
  path: '/ads',
  validateSearch: list,
  search,
  component: pageOf(() => import('./pages/ads/ads.tsx'), 'Ads'),
});
const adRoute = createRoute({
  getParentRoute,
  path: '/ads/$id',
  beforeLoad: isThere,
  validateSearch: thing,
  search,
  component: pageOf(() => import('./pages/ad/ad.tsx'), 'Ad'),
});
const reportsRoute = createRoute({
  getParentRoute,
  path: '/reports',
  validateSearch: texts('after'),
  component: pageOf(() => import('./pages/reports/reports.tsx'), 'Reports'),
});
const newReportRoute = createRoute({
  getParentRoute,
  path: '/reports/new',
  validateSearch: texts(...DRAFT_SEARCH),
  component: pageOf(() => import('./pages/reports/builder/new-report.tsx'), 'NewReport'),
});
const reportRoute = createRoute({
  getParentRoute,
  path: '/reports/$id',
  validateSearch: texts('name', 'saved'),
  component: pageOf(() => import('./pages/reports/result/report.tsx'), 'Report'),
});
const eventsRoute = createRoute({
  getParentRoute,
  path: '/events',
  validateSearch: texts('pixel', 'q', 'range', 'from', 'to'),
  search,
  component: pageOf(() => import('./pages/events/events.tsx'), 'Events'),
});
const pixelsRoute = createRoute({
  getParentRoute,
  path: '/pixels',
  validateSearch: texts('after'),
  component: pageOf(() => import('./pages/pixels/pixels.tsx'), 'Pixels'),
});
const pixelRoute = createRoute({
  getParentRoute,
  path: '/pixels/$id',
  beforeLoad: isThere,
  validateSearch: texts('range', 'from', 'to'),
  search,
  component: pageOf(() => import('./pages/pixels/pixel/pixel.tsx'), 'Pixel'),
});
/** The library begins with its first list. */
const libraryRoute = createRoute({
  getParentRoute,
  path: '/library',
  beforeLoad: ({ location }) => {
    if (location.pathname === '/library')
      throw redirect({ to: '/library/$kind', params: { kind: 'creatives' } });
  },
});
const isKindThere = ({ params: { kind } }: { readonly params: { readonly kind: string } }) => {
  if (!isKind(kind)) throw notFound();
};
const libraryListRoute = createRoute({
  getParentRoute,
  path: '/library/$kind',
  beforeLoad: isKindThere,
  validateSearch: texts(...NARROWING, 'after', 'sort', 'dir', 'range', 'from', 'to'),
  search,
  component: pageOf(() => import('./pages/library/library.tsx'), 'Library'),
});
const libraryPageRoute = createRoute({
  getParentRoute,
  path: '/library/$kind/$id',
  beforeLoad: (at) => {
    isKindThere(at);
    isThere(at);
  },
  validateSearch: texts('range', 'from', 'to'),
  search,
  component: pageOf(() => import('./pages/library/library.tsx'), 'LibraryPage'),
});
const webhooksRoute = createRoute({
  getParentRoute,
  path: '/webhooks',
  validateSearch: texts('after'),
  component: pageOf(() => import('./pages/webhooks/webhooks.tsx'), 'Webhooks'),
});
const webhookRoute = createRoute({
  getParentRoute,
  path: '/webhooks/$id',
  beforeLoad: isThere,
  validateSearch: texts('after', 'status'),
  component: pageOf(() => import('./pages/webhooks/webhook.tsx'), 'Webhook'),
});
const sandboxRoute = createRoute({
  getParentRoute,
  path: '/sandbox',
  component: pageOf(() => import('./pages/sandbox/sandbox.tsx'), 'Sandbox'),
});
const historyRoute = createRoute({
  getParentRoute,
  path: '/history',
  validateSearch: texts('resource', 'id', 'parts', 'field', 'user', 'action', 'from', 'to', 'after'),
  component: pageOf(() => import('./pages/history/history.tsx'), 'History'),
});
const clientsRoute = createRoute({
  getParentRoute,
  path: '/clients',
  component: pageOf(() => import('./pages/clients/clients.tsx'), 'Clients'),
});
const settingsRoute = createRoute({
  getParentRoute,
  path: '/settings',
  component: pageOf(() => import('./pages/settings/settings.tsx'), 'Settings'),
});

// The part of the address after # belongs to the page: any proxy and any path before it will do.
export const router = createRouter({
  routeTree: root.addChildren([
    overviewRoute,
    advertisersRoute,
    advertiserRoute,
    campaignsRoute,
    campaignRoute,
    linesRoute,
    lineRoute,
    adsRoute,
    adRoute,
    reportsRoute,
    newReportRoute,
    reportRoute,
    pixelsRoute,
    pixelRoute,
    eventsRoute,
    libraryRoute,
    libraryListRoute,
    libraryPageRoute,
    webhooksRoute,
    webhookRoute,
    sandboxRoute,
    historyRoute,
    clientsRoute,
    settingsRoute,
  ]),
  history: createHashHistory(),
  ...PLAIN_SEARCH,
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultErrorComponent: CrashNote,
  defaultNotFoundComponent: () => <Nowhere />,
});

// Another state of the same page, such as the next rows of a list, loses nothing.
router.history.block({
  blockerFn: ({ currentLocation, nextLocation }) =>
    currentLocation.pathname !== nextLocation.pathname && !mayLose(),
  enableBeforeUnload: () => hasUnsaved(),
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
