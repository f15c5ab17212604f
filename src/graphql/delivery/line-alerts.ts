import {
  ALERT_REASONS,
  type LineAlert,
  listLineAlerts,
  MOST_ALERTS,
} from '../../domain/delivery/line-alerts.ts';
import { builder } from '../builder.ts';
import { Line } from '../campaigns/line.ts';
import { badArgument } from '../parts/arguments.ts';
import { globalId } from '../parts/ids.ts';
import { loaded, loadNode } from '../parts/node.ts';
import { priced, pricedPage } from '../server/price/price.ts';
import { FLIGHT_DAYS, ROWS_PER_DAY } from './arguments.ts';
import { Pacing } from './pacing.ts';

const Reason = builder.enumType('LineAlertReason', {
  description: 'The possible reasons for which an active line needs attention.',
  values: {
    BLOCKED: {
      description:
        'The line is in flight and cannot deliver, because it targets no location or has no ad that could: `deliveryBlockers` says why.',
    },
    NO_SPEND: { description: 'The line has been in flight for a day and spent nothing in the last seven.' },
    BEHIND: { description: 'Less was spent than expected by now.' },
    AHEAD: { description: 'More was spent than expected by now.' },
    ENDS_SOON: { description: 'The last flight ends within three days.' },
  } as const,
});

const Alert = builder.objectRef<LineAlert>('LineAlert').implement({
  description: 'An active line that needs attention.',
  fields: (t) => ({
    line: t.field({
      type: loaded(Line),
      nullable: true,
      description: 'The line. Null once it is gone.',
      resolve: ({ lineId }, _args, ctx, info) => loadNode(ctx, info, globalId('Line', lineId)),
    }),
    reason: t.expose('reason', {
      type: Reason,
      description: 'The reason. A line that has several is listed once, with the first one of the enum.',
    }),
    pacing: t.field({
      type: Pacing,
      nullable: true,
      description: 'The pacing of the flight that runs now. Null if it has no budget.',
      resolve: ({ pacing }) => pacing,
    }),
    endsAt: t.expose('endsAt', {
      type: 'DateTime',
      nullable: true,
      description: 'The end of the last flight. Null for a line without flights.',
    }),
  }),
});

const BY_DEFAULT = 5;

builder.queryField('lineAlerts', (t) =>
  t.field({
    type: [Alert],
    description: 'Returns the active lines of the seat that need attention, the most urgent first.',
    extensions: priced((argument) => ({
      rows: ROWS_PER_DAY * FLIGHT_DAYS,
      items:
        ALERT_REASONS.length * pricedPage(argument('first'), { most: MOST_ALERTS, byDefault: BY_DEFAULT }),
    })),
    args: {
      first: t.arg.int({
        description: `Returns the first _n_ lines for each reason. Default ${BY_DEFAULT}, maximum ${MOST_ALERTS}.`,
      }),
    },
    resolve: (_root, { first }, ctx) => {
      const most = first ?? BY_DEFAULT;
      if (most < 1 || most > MOST_ALERTS) throw badArgument('first', `must be from 1 to ${MOST_ALERTS}`);
      return listLineAlerts(ctx, most);
    },
  }),
);
