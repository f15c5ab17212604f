import { getAdvertiser } from '../../domain/campaigns/advertiser/get.ts';
import { watchDelivery } from '../../domain/reporting/delivery/watch.ts';
import { builder } from '../builder.ts';
import { idArgument } from '../parts/values/ids.ts';
import { priced } from '../server/price/price.ts';
import { DateRangeInput, daysRequested } from './arguments.ts';
import { Delivery } from './delivery.ts';
import { deliveryQueryOf } from './has-delivery.ts';
import { measuresShown } from './measures-selected.ts';

const TODAY = { preset: 'TODAY' } as const;

builder.subscriptionField('liveDelivery', (t) =>
  t.field({
    type: Delivery,
    description:
      'Reports what an advertiser delivered: first as it stands, then whenever facts or conversions land, at most once a second. A client can have 10 of them open at once.',
    extensions: priced((argument) => ({ rows: daysRequested(argument('range') ?? TODAY) })),
    args: {
      advertiserId: t.arg.id({
        required: true,
        description: 'The global ID or integer ID of the advertiser.',
      }),
      range: t.arg({
        type: DateRangeInput,
        description: 'The days, in the time zone of the advertiser. Defaults to today.',
      }),
    },
    subscribe: async (_root, { advertiserId, range }, ctx, info) => {
      const query = deliveryQueryOf({ range: range ?? TODAY }, null);
      const { id } = await getAdvertiser({ ctx, id: idArgument('Advertiser', advertiserId, 'advertiserId') });
      return watchDelivery({ ctx, advertiserId: id, query, measures: measuresShown(info) });
    },
    resolve: (delivery) => delivery,
  }),
);
