import { type Operation, query } from '../client.ts';
import { decimal, list, model, type Reader, text, whole } from '../read.ts';
import { answered } from './models.ts';
import { refusedWith } from './operations.ts';
import { GEO, SEGMENT } from './targeting-models.ts';

const lists: Readonly<Record<string, Reader>> = {
  '': model({ name: text, value: text }),
  '/layouts': model({ id: whole, name: text, description: text, width: whole, height: whole }),
  '/mimeTypes': model({ id: whole, value: text }),
  '/currencyTypes': model({ id: whole, code: text, scale: decimal }),
  '/languages': model({ id: whole, value: text }),
  '/targetingTypes': model({ id: whole, value: text }),
  '/timezones': model({ id: whole, abbreviation: text, name: text, tzId: text }),
  '/adBehaviorTypes': model({ id: whole, value: text }),
  '/premiumnative/languages': model({ name: text, value: text }),
  '/premiumnative/predefinedctalabels': model({ callToActionText: text, language: text }),
  '/premiumnative/countdownprefixes': model({ id: whole, countdownPrefix: text }),
};

const CONTEXTUAL = {
  name: 'Sports',
  ownerType: 'ACCOUNT',
  taxonomyType: 'IAB',
  categories: [{ categoryId: 7 }],
};
const WITHOUT_CATEGORIES = 'The platform has no contextual categories.';

export const DICTIONARY: readonly Operation[] = [
  ...Object.entries(lists).map(
    ([path, reads]): Operation => ({
      name: `dictionary${path.replaceAll('/', '.')}`,
      route: `GET /traffic/dictionary${path}`,
      call: () => ({ path: `/traffic/dictionary${path}` }),
      reads: answered(list(reads)),
    }),
  ),
  {
    name: 'targeting.geos',
    route: 'GET /traffic/targeting/geos',
    call: () => ({ path: query('/traffic/targeting/geos', { query: 'miami', countryCode: 'US' }) }),
    reads: answered(list(GEO)),
    misses: ({ response }) => (response?.length > 0 ? [] : ['no place is found']),
  },
  {
    name: 'targeting.countries',
    route: 'GET /traffic/targeting/countries',
    call: () => ({ path: query('/traffic/targeting/countries', { query: 'Aruba' }) }),
    reads: answered(list(GEO)),
    misses: ({ response }) => (response?.[0]?.level === 'Country' ? [] : ['no country is found']),
  },
  {
    name: 'targeting.segments',
    route: 'GET /traffic/targeting/availablesegments/search',
    call: ({ advertiserId: accountId }) => ({
      path: query('/traffic/targeting/availablesegments/search', {
        ...{ accountId, query: 'car', type: 'INTEREST', country_codes: 'US', limit: 10, page: 1 },
      }),
    }),
    reads: answered(list(SEGMENT)),
  },
  {
    name: 'contextuals.list',
    route: 'GET /traffic/contextuals',
    call: ({ advertiserId: accountId }) => ({ path: query('/traffic/contextuals', { accountId }) }),
    reads: answered(list(model({ id: whole, name: text }))),
    note: WITHOUT_CATEGORIES,
  },
  {
    name: 'contextuals.categories',
    route: 'GET /traffic/contextuals/categories/:taxonomyType',
    call: () => ({ path: '/traffic/contextuals/categories/IAB' }),
    reads: answered(list(model({ id: whole, name: text }))),
    note: WITHOUT_CATEGORIES,
  },
  {
    name: 'contextuals.get',
    route: 'GET /traffic/contextuals/:id',
    call: () => ({ path: '/traffic/contextuals/7' }),
    refused: { status: 404 },
    note: WITHOUT_CATEGORIES,
  },
  refusedWith(405, {
    name: 'contextuals.create',
    route: 'POST /traffic/contextuals',
    call: ({ advertiserId: accountId }) => ({
      path: '/traffic/contextuals',
      body: { accountId, ...CONTEXTUAL },
    }),
    note: WITHOUT_CATEGORIES,
  }),
  refusedWith(405, {
    name: 'contextuals.update',
    route: 'PUT /traffic/contextuals/:id',
    call: () => ({ path: '/traffic/contextuals/7', body: CONTEXTUAL }),
    note: WITHOUT_CATEGORIES,
  }),
];
