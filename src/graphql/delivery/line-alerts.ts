import {
  ALERT_REASONS,
  type AlertReason,
  type LineAlert,
  type LineAlerts,
  listLineAlerts,
} from '../../domain/reporting/delivery/line-alerts.ts';
import { rowsOf, tableOf } from '../../resources/filter/row-estimates.ts';
import { builder, DEFAULT_PAGE, MAX_PAGE } from '../builder.ts';
import { Line } from '../campaigns/line.ts';
import { badArgument } from '../parts/arguments.ts';
import { asLoadedType, loadNode } from '../parts/node.ts';
import { globalId } from '../parts/values/ids.ts';
import { Money } from '../parts/values/money.ts';
import { priced, pricedPage } from '../server/price/price.ts';
import { beyondPacingPrice, type Work, works } from '../server/price/work.ts';
import { FLIGHT_DAYS, ROWS_PER_DAY } from './arguments.ts';
import { Pacing } from './pacing.ts';
import { cursorOf, idsOf, offsetOf } from './table-input.ts';

const Reason = builder.enumType('LineAlertReason', {
  description: 'The possible reasons for which an active line needs attention.',
  values: {
    BLOCKED: {
      description:
        'The line is in flight and cannot deliver: its campaign or advertiser is not active, it targets no location, or it has no ad that could. `deliveryBlockers` says why.',
    },
    BUDGET_SPENT: {
      description:
        'The line is in flight and does not deliver, because its budget or that of its campaign is spent.',
    },
    NO_SPEND: { description: 'The line has been in flight for a day and spent nothing in the last seven.' },
    BEHIND: { description: 'Less was spent than expected by now.' },
    WILL_UNDERDELIVER: {
      description:
        'The pace is fine until now, but more than 10 % of the flight’s budget will be left at its end, at the rate of the last 24 hours.',
    },
    AHEAD: { description: 'More was spent than expected by now.' },
    ENDS_SOON: { description: 'The last flight ends within three days.' },
  } satisfies Record<AlertReason, object>,
});

const Alert = builder.objectRef<LineAlert>('LineAlert').implement({
  description: 'An active line that needs attention.',
  fields: (t) => ({
    line: t.field({
      type: asLoadedType(Line),
      nullable: true,
      description: 'The line. Null once it is gone.',
      resolve: ({ lineId }, _args, ctx, info) => loadNode(ctx, info, globalId('Line', lineId)),
    }),
    reasons: t.field({
      type: [Reason],
      description: 'All reasons that hold, the most urgent first, in the order of the enum.',
      resolve: ({ reasons }) => [...reasons],
    }),
    pacing: t.field({
      type: Pacing,
      nullable: true,
      description: 'The pacing of the flight that runs now. Null if it has no budget.',
      resolve: ({ pacing }) => pacing,
    }),
    atStake: t.field({
      type: Money,
      nullable: true,
      description:
        'The money at stake, in the advertiser’s currency: the largest of what the reasons put at stake. `BLOCKED`, `BUDGET_SPENT` and `NO_SPEND`: what is left of the flight’s budget. `BEHIND`, `WILL_UNDERDELIVER` and `ENDS_SOON`: what will be left at the end of the flight, at the rate of the last 24 hours. `AHEAD` and `BUDGET_SPENT`: what was spent beyond what was expected by now. Null if the flight has no budget.',
      resolve: ({ atStake, pacing }) =>
        atStake && pacing && { amount: atStake.amount, currency: pacing.currency },
    }),
    atStakeInDollars: t.field({
      type: Money,
      nullable: true,
      description: '`atStake` in US dollars at today’s rate, by which alerts are ordered.',
      resolve: ({ atStake }) => atStake && { amount: atStake.dollars, currency: 'USD' },
    }),
    endsAt: t.expose('endsAt', {
      type: 'DateTime',
      nullable: true,
      description:
        'The end of the last flight, or of the campaign if that is earlier. Null for a line that runs until it is paused.',
    }),
  }),
});

const AlertCount = builder.objectRef<LineAlerts['counts'][number]>('LineAlertCount').implement({
  description: 'The number of lines that need attention for a reason.',
  fields: (t) => ({
    reason: t.expose('reason', { type: Reason, description: 'The reason.' }),
    count: t.exposeInt('count', { description: 'The number of lines.' }),
  }),
});

const AlertEdge = builder.objectRef<{ cursor: string; node: LineAlert }>('LineAlertEdge').implement({
  description: 'An edge of a page of alerts.',
  fields: (t) => ({
    cursor: t.exposeString('cursor', { description: 'The cursor of the element, for use in pagination.' }),
    node: t.field({ type: Alert, description: 'The element.', resolve: ({ node }) => node }),
  }),
});

const AlertConnection = builder.objectRef<LineAlerts>('LineAlertConnection').implement({
  description: 'A page of alerts.',
  fields: (t) => ({
    nodes: t.field({
      type: [Alert],
      description: 'The elements of the page.',
      resolve: ({ alerts }) => [...alerts],
    }),
    edges: t.field({
      type: [AlertEdge],
      description: 'The elements of the page with their cursors.',
      resolve: ({ alerts, offset }) =>
        alerts.map((node, at) => ({ cursor: cursorOf(offset + at + 1), node })),
    }),
    totalCount: t.exposeInt('totalCount', { description: 'The number of elements on all pages.' }),
    counts: t.field({
      type: [AlertCount],
      description:
        'The number of lines for each reason, regardless of `filter.reason`. A line counts for each of its reasons.',
      extensions: { maxItems: ALERT_REASONS.length },
      resolve: ({ counts }) => [...counts],
    }),
    pageInfo: t.field({
      type: builder.pageInfoRef(),
      description: 'Information about the page, to help with pagination.',
      resolve: ({ alerts, offset, totalCount }) => ({
        hasNextPage: offset + alerts.length < totalCount,
        hasPreviousPage: offset > 0,
        startCursor: alerts.length > 0 ? cursorOf(offset + 1) : null,
        endCursor: alerts.length > 0 ? cursorOf(offset + alerts.length) : null,
      }),
    }),
  }),
});

/** The work for what is computed of each line. */
const UNITS_PER_LINE = 200;

const unitsOfAlerts: Work['unitsOf'] = (estimates, seatId) =>
  beyondPacingPrice(UNITS_PER_LINE * rowsOf(estimates, { table: tableOf('Line'), seatId }));

const AlertFilter = builder.inputType('LineAlertFilter', {
  description: 'Filters alerts. All given conditions must match.',
  fields: (t) => ({
    advertiserId: t.id({ description: 'Matches lines of this advertiser.' }),
    reason: t.field({ type: Reason, description: 'Matches lines for which this reason holds.' }),
  }),
});

builder.queryField('lineAlerts', (t) =>
  t.field({
    type: AlertConnection,
    description:
      'Returns the active lines of the seat that need attention, those with the most money at stake first, then by their most urgent reason.',
    extensions: {
      ...priced((argument) => ({
        rows: ROWS_PER_DAY * FLIGHT_DAYS,
        items: pricedPage(argument('first'), { most: MAX_PAGE, byDefault: DEFAULT_PAGE }),
      })),
      ...works(() => ({ of: 'alerts', unitsOf: unitsOfAlerts })),
    },
    args: {
      first: t.arg.int({
        description: `Returns the first _n_ elements. Default ${DEFAULT_PAGE}, maximum ${MAX_PAGE}.`,
      }),
      after: t.arg.string({ description: 'Returns the elements that come after the specified cursor.' }),
      filter: t.arg({ type: AlertFilter, description: 'Filters the results.' }),
    },
    resolve: (_root, { first, after, filter }, ctx) => {
      const size = first ?? DEFAULT_PAGE;
      if (size < 1 || size > MAX_PAGE) throw badArgument('first', `must be from 1 to ${MAX_PAGE}`);
      const ids = filter?.advertiserId == null ? [] : [filter.advertiserId];
      // An ID that cannot exist matches no advertiser.
      const [advertiserId = ids.length > 0 ? 0 : undefined] = idsOf('Advertiser', ids, 'filter.advertiserId');
      return listLineAlerts(ctx, {
        first: size,
        offset: after == null ? 0 : offsetOf(after, 'after'),
        filter: { advertiserId, reason: filter?.reason ?? undefined },
      });
    },
  }),
);
