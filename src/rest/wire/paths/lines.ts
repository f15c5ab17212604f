import { getLine } from '../../../domain/campaigns/line/get.ts';
import { updateLine } from '../../../domain/campaigns/line/update.ts';
import { listChanges } from '../../../domain/notifications/history/list.ts';
import { ignoreField } from '../../../resources/define/ignored-fields.ts';
import { isRecord } from '../../../resources/define/input.ts';
import { idFromText } from '../../ids.ts';
import * as BODIES from './body-shapes.ts';
import { CHANGE } from './lookup-shapes.ts';
import { MULTIPLIER_CAP } from './object-shapes.ts';
import { withObservedNames } from './observed-names.ts';
import type { ObservedPath } from './path.ts';
import { listOf } from './shapes.ts';

/** The cap on a line's bid multipliers, and its change history. */
export const LINE_PATHS: readonly ObservedPath[] = [
  {
    method: 'GET',
    path: '/lines/:id/bidmultipliercap',
    id: 'getMultiplierCap',
    response: MULTIPLIER_CAP,
    answers: '`{multiplierCap}`: the `bidMultiplierCap` of the line, null without one.',
    handler: async ({ ctx, params }) => {
      const { bidMultiplierCap } = await getLine({ ctx, id: idFromText(params.id) });
      return { multiplierCap: bidMultiplierCap };
    },
  },
  {
    method: 'POST',
    path: '/lines/:id/bidmultipliercap',
    id: 'updateMultiplierCap',
    response: MULTIPLIER_CAP,
    body: BODIES.MULTIPLIER_CAP.create,
    answers: '`{multiplierCap}` after the change.',
    handler: async ({ ctx, params, body }) => {
      const { multiplierCap, ...others } = isRecord(body) ? body : {};
      for (const name of Object.keys(others)) ignoreField(ctx, name);
      const sent = isRecord(body) ? { bidMultiplierCap: multiplierCap } : body;
      const id = idFromText(params.id);
      const { bidMultiplierCap } = await withObservedNames(() => updateLine({ ctx, id, input: sent }));
      return { multiplierCap: bidMultiplierCap };
    },
  },
  {
    method: 'GET',
    path: '/auditlog',
    id: 'listChanges',
    response: listOf(CHANGE),
    isPaged: true,
    answers:
      'The changes of the seat’s resources, newest first, by `page` and `limit`: `id`, `at`, `action`, `resource`, `resourceId`, `userId`, `clientId`, `requestId`, `fields`.',
    handler: async ({ ctx, query }) => {
      const changes = await listChanges({ ctx, input: query });
      return changes.map(({ id, at, ...change }) => ({
        id: Number(id),
        at: at.toISOString(),
        action: change.action,
        resource: change.resource,
        resourceId: change.resourceId,
        userId: change.userId,
        clientId: change.clientId,
        requestId: change.requestId,
        fields: change.fields,
      }));
    },
  },
];
