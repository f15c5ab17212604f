import { accountGroupsOfSeat, getAccountGroup } from '../../../domain/access/tenancy/account-groups.ts';
import { findSeats } from '../../../domain/access/tenancy/known.ts';
import { NotFoundError } from '../../../domain/errors.ts';
import { idFromText } from '../../ids.ts';
import { empty, type ObservedPath } from './path.ts';

/** The seat, its account groups, and paths for which the platform has no data. */
export const OWNED_PATHS: readonly ObservedPath[] = [
  {
    method: 'GET',
    path: '/seats',
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
    answers:
      'The account groups of the seat: `id`, `name`, `seatId`. The operator creates and changes them, so `POST` and `PUT` are 405.',
    handler: ({ ctx }) => accountGroupsOfSeat(ctx),
  },
  {
    method: 'GET',
    path: '/accountgroups/:id',
    answers: 'An account group. `PUT` is 405.',
    handler: ({ ctx, params }) => getAccountGroup({ ctx, id: idFromText(params.id) }),
  },
  empty('/usergroups'),
  empty('/contextuals', '`POST` is 405.'),
  {
    method: 'GET',
    path: '/contextuals/:id',
    answers: '404, because the platform has no such data. `PUT` is 405.',
    handler: () => {
      throw new NotFoundError('Contextual');
    },
  },
  empty('/contextuals/categories/:taxonomyType'),
];
