import { isRecord } from '../../resources/define/input.ts';
import type { Divergence } from './divergence.ts';

export const nativeListStatus: Divergence = {
  name: 'Native lists without a status',
  differs: '`status` of a new native list is optional: `ACTIVE` unless it is sent.',
  sentBy: 'The Java client, whose lists have a name, an advertiser and items.',
  example: {
    documented: '{"accountId": 7, "name": "Sites", "status": "ACTIVE", "items": [ … ]}',
    observed: '{"accountId": 7, "name": "Sites", "items": [ … ]}',
  },
  requests: {
    'POST /traffic/nativelists': ({ body }) => (isRecord(body) ? { status: 'ACTIVE', ...body } : body),
  },
};
