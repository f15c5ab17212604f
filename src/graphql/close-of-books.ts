import { NotFoundError } from '../domain/errors.ts';
import { type CloseOfBooks, closeOfBooks } from '../domain/report/close-of-books.ts';
import { builder } from './builder.ts';
import { idArgument } from './ids.ts';

const CloseOfBooksRef = builder.objectRef<CloseOfBooks>('CloseOfBooks').implement({
  description: 'Whether the numbers of a day still move.',
  fields: (t) => ({
    advertiserTimezone: t.expose('advertiserTimezone', {
      type: 'TimeZone',
      description: 'The zone in which the day is meant.',
    }),
    dayClosed: t.exposeBoolean('dayClosed', {
      description: 'Whether the day is over for six hours and all its facts are there, or it was marked so.',
    }),
  }),
});

builder.queryField('closeOfBooks', (t) =>
  t.field({
    type: CloseOfBooksRef,
    nullable: true,
    description: 'Whether a day of an advertiser is complete; null when the seat has no such advertiser.',
    args: {
      advertiserId: t.arg.id({ required: true, description: 'Global id or number.' }),
      day: t.arg.string({ required: true, description: 'Such as 2026-01-31 or 20260131.' }),
    },
    resolve: async (_root, { advertiserId, day }, ctx) => {
      const id = String(idArgument('Advertiser', advertiserId, 'advertiserId'));
      try {
        return await closeOfBooks({ ctx, advertiserId: id, day });
      } catch (error) {
        if (error instanceof NotFoundError) return null;
        throw error;
      }
    },
  }),
);
