import { type Client, FORM, type Known, query, REPORTS } from './client.ts';
import { list, model, needed, text, whole } from './read.ts';

const rows = model({ response: needed(list(model({ id: needed(whole), name: needed(text) }))) });

/** A script that makes a report a day (2021 to 2024). */
export const PYTHON_REPORTING: Client = {
  letter: 'P',
  name: 'Python client for reports',
  needs:
    'All URLs are built in: point the names of their hosts at the service, and add the origin of the audience to `FLIGHTLINE_PUBLIC_URL`. Set `FLIGHTLINE_REPORTING_PREFIX` to the path before `/extreport/`.',
  token: {
    path: '/identity/oauth2/access_token',
    header: { alg: 'HS256', typ: 'jwt' },
    // Its times have fractions of a second, and its jti is the same for ever.
    claims: ({ clientId, origin, seconds }) => ({
      aud: `${origin}/identity/oauth2/access_token?realm=dsp`,
      ...{ iss: clientId, sub: clientId, exp: seconds + 600, iat: seconds },
      jti: 'f8799df2-254e-11ec-9621-0242ac130002',
    }),
    form: FORM,
    reads: model({ access_token: needed(text) }),
  },
  headers: { 'x-auth-method': 'OAuth2', 'content-type': 'application/json' },
  operations: [
    {
      name: 'advertisers',
      route: 'GET /traffic/advertisers',
      call: () => ({ path: '/traffic/advertisers' }),
      reads: rows,
      misses: ({ response }, { advertiserId }) =>
        response?.some(({ id }: Known) => id === advertiserId) ? [] : ['the list lacks the advertiser'],
    },
    {
      name: 'campaigns by name',
      route: 'GET /traffic/campaigns',
      call: ({ advertiserId: accountId }) => ({
        path: query('/traffic/campaigns', { accountId, query: 'Campaign' }),
      }),
      reads: rows,
      misses: ({ response }) => (response?.length === 1 ? [] : ['the list lacks the campaign']),
    },
    {
      name: 'create a report',
      route: 'POST /extreport',
      call: ({ advertiserId, before, inAMonth }) => ({
        path: `${REPORTS}/extreport/`,
        body: {
          reportOption: {
            ...{ timezone: 'America/Los_Angeles', currency: 4, dimensionTypeIds: [4, 5, 6, 7, 8, 34, 39] },
            metricTypeIds: [1, 2, 23, 25, 26, 27, 28, 29, 44, 109, 110, 138],
            accountIds: [advertiserId],
          },
          ...{ intervalTypeId: 2, dateTypeId: 11, startDate: `${before}T00:00:00-08:00` },
          endDate: `${inAMonth}T23:59:59-08:00`,
        },
      }),
      reads: model({ customerReportId: needed(text) }),
      onRead: ({ customerReportId }, known) => {
        known.customerReportId = customerReportId;
      },
    },
    {
      name: 'wait for the report',
      route: 'GET /extreport/:id',
      call: ({ customerReportId }) => ({ path: `${REPORTS}/extreport/${customerReportId}` }),
      until: ({ status }) => !['Submitted', 'Processing'].includes(status),
      reads: model({ status: needed(text), url: needed(text) }),
      misses: ({ status }) => (status === 'Success' ? [] : [`the status is ${status}`]),
      onRead: ({ url }, known) => {
        const { pathname, search } = new URL(url);
        known.reportPath = pathname + search;
      },
    },
    {
      name: 'download the report',
      route: 'GET /extreport/:id/download',
      call: ({ reportPath }) => ({ path: reportPath }),
      misses: (file) => {
        const [head = '', ...lines] = String(file).trim().split('\r\n');
        const columns = [
          'Day',
          'Campaign Name',
          'Line Name',
          'Ad Name',
          'Creative Name',
          'Impressions',
          'Clicks',
        ];
        return [
          ...columns
            .filter((column) => !head.split(',').includes(column))
            .map((column) => `column ${column}`),
          ...(lines.length === 1 ? [] : [`${lines.length} rows`]),
        ];
      },
    },
  ],
};
