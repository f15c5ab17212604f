import {
  LineAlertReason,
  LineDeliveryStatus,
  type LineFilter,
  type LineOrderField,
  LineStatus,
  PacingStatus,
  SavedViewPage,
} from '../../generated/graphql.ts';
import { words } from '../../parts/words.ts';
import type { Resource } from '../list/resource.ts';
import { LINE_COLUMNS, type LineItem } from './columns.tsx';

/** Active lines that cannot deliver until something is changed. Those at their daily budget go on tomorrow. */
const STOPPED: readonly LineDeliveryStatus[] = ['BLOCKED', 'STOP_TOTAL_BUDGET'];

const named = <Value extends string>(values: Readonly<Record<string, Value>>) =>
  Object.values(values).map((value) => [value, words(value)] as const);

const PACED: ReadonlySet<string> = new Set([PacingStatus.Behind, PacingStatus.OnTrack, PacingStatus.Ahead]);
const OFF = [
  LineDeliveryStatus.Paused,
  LineDeliveryStatus.Inactive,
  LineDeliveryStatus.Blocked,
  LineDeliveryStatus.NotStarted,
  LineDeliveryStatus.Ended,
];

export const LINES: Resource<LineItem, LineOrderField, LineFilter> = {
  noun: 'line',
  page: SavedViewPage.Lines,
  columns: LINE_COLUMNS,
  filters: [
    {
      param: 'status',
      label: 'status',
      any: 'Any status',
      choices: named(LineStatus),
      filter: (value) => ({ status: value as LineStatus }),
    },
    {
      param: 'delivery',
      label: 'delivery',
      any: 'Any delivery',
      choices: [['STOPPED', 'Not delivering'], ...named(LineDeliveryStatus)],
      filter: (value) =>
        value === 'STOPPED'
          ? { deliveryStatusIn: [...STOPPED] }
          : { deliveryStatus: value as LineDeliveryStatus },
    },
    {
      param: 'pacing',
      label: 'pacing',
      any: 'Any pacing',
      isRare: true,
      choices: named(PacingStatus),
      // Lines that cannot run have no pace.
      filter: (value) => ({
        pacing: value as PacingStatus,
        ...(PACED.has(value) && { not: { deliveryStatusIn: [...OFF] } }),
      }),
    },
    {
      param: 'alert',
      label: 'what needs attention',
      any: 'With or without alerts',
      isRare: true,
      choices: named(LineAlertReason),
      // Resolved by useAlerted: the service has no such filter of lines.
      filter: () => ({}),
    },
  ],
  compared: [{ key: 'BID_PRICE', name: 'Bid', kind: 'number', filter: (bidPrice) => ({ bidPrice }) }],
  scopes: [
    {
      param: 'campaign',
      name: 'Campaign',
      node: 'Campaign',
      filter: (id) => ({ campaignId: { eq: id } }),
      facts: (id) => ({ facts: { campaignIds: [id] } }),
    },
    {
      param: 'advertiser',
      name: 'Advertiser',
      node: 'Advertiser',
      filter: (id) => ({ advertiserId: { eq: id } }),
      facts: (id) => ({ advertiserIds: [id] }),
    },
  ],
};
