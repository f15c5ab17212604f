import { NotFoundError } from '../../domain/errors.ts';
import { type CloseOfBooks, closeOfBooks } from '../../domain/reporting/report/books/close-of-books.ts';
import { builder } from '../builder.ts';
import { idArgument } from '../parts/values/ids.ts';

const CloseOfBooksRef = builder.objectRef<CloseOfBooks>('CloseOfBooks').implement({
  description: 'Whether the data of a day is complete for an advertiser.',
  fields: (t) => ({
    advertiserTimezone: t.expose('advertiserTimezone', {
      type: 'TimeZone',
      description: 'The IANA time zone of the advertiser, in which the day is interpreted.',
    }),
    dayClosed: t.exposeBoolean('dayClosed', {
      description:
        'Whether the day is closed: it ended at least six hours ago and its last hour has data, or an operator closed it.',
    }),
  }),
});

builder.queryField('closeOfBooks', (t) =>
  t.field({
    type: CloseOfBooksRef,
    nullable: true,
    description:
      'Looks up whether the data of a day is complete for an advertiser. Returns null if the seat has no such advertiser.',
    args: {
      advertiserId: t.arg.id({
        required: true,
        description: 'The global ID or integer ID of the advertiser.',
      }),
      day: t.arg.string({ required: true, description: 'The day, such as `2026-01-31` or `20260131`.' }),
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
