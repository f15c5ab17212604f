import { type Operation, path } from '../openapi/operation.ts';
import { ref } from '../openapi/schemas.ts';
import { resourceOperations, trafficOperation } from './openapi-resource.ts';

const ID = path('id', 'The line.');

/** Lines and what hangs on them. */
export const lineOperations: readonly Operation[] = [
  ...resourceOperations({ name: 'Line', plural: 'Lines', segment: 'lines', parent: 'orderId' }),
  trafficOperation({
    method: 'get',
    path: '/traffic/lines/{id}/targeting',
    id: 'getTargeting',
    summary: 'Read what a line targets.',
    parameters: [ID],
    response: ref('Targeting'),
  }),
  trafficOperation({
    method: 'post',
    path: '/traffic/lines/{id}/targeting',
    id: 'updateTargeting',
    summary: 'Change the target types that the body names; answers what GET answers.',
    parameters: [ID],
    body: { type: 'application/json', schema: ref('TargetingUpdate') },
    response: ref('Targeting'),
  }),
];
