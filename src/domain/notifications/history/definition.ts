import { recordOf } from '../../../platform/text/typed.ts';
import {
  defineResource,
  enumField,
  identity,
  integer,
  text,
  timestamp,
} from '../../../resources/define/definition.ts';
import { defineEnum } from '../../../resources/define/enum-type.ts';

/** The types of resources whose changes are recorded, by their names in GraphQL. */
export const RECORDED = [
  'Advertiser',
  'Campaign',
  'Line',
  'Ad',
  'Creative',
  'Pixel',
  'Segment',
  'Deal',
  'NativeList',
  'ProductSet',
  'AdGroup',
  'NativeAd',
  'Keyword',
  'TargetingAttribute',
  'Webhook',
  'Seat',
] as const;

export const RECORDED_RESOURCE = defineEnum(
  'RecordedResource',
  'The types of resources whose changes are recorded.',
  recordOf(RECORDED, (name) => `Changes of \`${name}\` resources.`),
);

export const CHANGE_ACTION = defineEnum('ChangeAction', 'The kind of change.', {
  CREATE: 'The resource was created.',
  UPDATE: 'The resource was updated.',
  DELETE: 'The resource was deleted.',
});

export const CHANGE = defineResource('Change', {
  one: 'change',
  many: 'changes',
  description: 'A change of a resource: who changed what, and when.',
  visible: 'of the seat',
  hasLongIds: true,
  fields: {
    id: identity('Change'),
    resource: enumField(RECORDED_RESOURCE, 'resource', 'The type of the changed resource, such as `Line`.'),
    action: enumField(CHANGE_ACTION, 'action', 'The kind of change.'),
    userId: integer(
      'userId',
      'The ID of the user who made the change. 0 for an operator or the service itself.',
      {
        scalar: 'SafeInt',
      },
    ),
    clientId: text(
      'clientId',
      'The ID of the API client that acted for the user. `operator` for an operator, `service` for the service itself.',
    ),
    requestId: text('requestId', 'The `X-Request-Id` of the request.'),
    at: timestamp('at', 'The time of the change.'),
  },
  relations: {},
  derived: {
    resourceId: ({ column }) => `'"' || ${column('resource')} || ':' || ${column('resourceId')} || '"'`,
  },
  customColumns: ['resourceId', 'fields'],
  internal: ['seatId', 'tx'],
});
