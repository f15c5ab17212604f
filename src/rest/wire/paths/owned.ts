import { accountGroupsOfSeat, getAccountGroup } from '../../../domain/access/tenancy/account-groups.ts';
import { findSeats } from '../../../domain/access/tenancy/known.ts';
import { NotFoundError } from '../../../domain/errors.ts';
import { idFromText } from '../../ids.ts';
import { ACCOUNT_GROUP, SEATS } from './lookup-shapes.ts';
import { emptyListPath, type ObservedPath } from './path.ts';
import { listOf, NO_RESPONSE } from './shapes.ts';

/** The seat, its account groups, and paths for which the platform has no data. */
export const OWNED_PATHS: readonly ObservedPath[] = [
  {
    method: 'GET',
    path: '/seats',
    id: 'listSeats',
    response: SEATS,
    answers: '`{currentSeat: [{id, name, currency}], seatLookups: [{id, name}]}` of the user.',
    handler: async ({ ctx }) => {
      const seats = await findSeats(ctx);
      return {
        currentSeat: await findSeats(ctx, [ctx.seatId]),
        seatLookups: seats.map(({ id, name }) => ({ id, name })),
      };
    },
  },
  {
    method: 'GET',
    path: '/accountgroups',
    id: 'listAccountGroups',
    response: listOf(ACCOUNT_GROUP),
    answers:
      'The account groups of the seat: `id`, `name`, `seatId`. The operator creates and changes them, so `POST` and `PUT` are 405.',
    handler: ({ ctx }) => accountGroupsOfSeat(ctx),
  },
  {
    method: 'GET',
    path: '/accountgroups/:id',
    id: 'getAccountGroup',
    response: ACCOUNT_GROUP,
    answers: 'An account group. `PUT` is 405.',
    handler: ({ ctx, params }) => getAccountGroup({ ctx, id: idFromText(params.id) }),
  },
  emptyListPath('/usergroups', 'listUserGroups'),
  emptyListPath('/contextuals', 'listContextuals', '`POST` is 405.'),
  {
    method: 'GET',
    path: '/contextuals/:id',
    id: 'getContextual',
    response: NO_RESPONSE,
    answers: 'Always 404, because the platform has no such data. `PUT` is 405.',
    handler: () => {
      throw new NotFoundError('Contextual');
    },
  },
  emptyListPath('/contextuals/categories/:taxonomyType', 'listContextualCategories'),
];
