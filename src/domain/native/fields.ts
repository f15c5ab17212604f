import * as sent from '../fields.ts';
import { epoch, listed, reference, type Words, word } from '../resource/definition.ts';

/** Fields of the native objects' definitions that several of them have. */

const NATIVE_STATUS: Words = {
  name: 'NativeStatus',
  description: 'The possible states of an object of the native interface.',
  values: {
    ACTIVE: { description: 'The object is active.' },
    PAUSED: { description: 'The object is paused.' },
    DELETED: { description: 'The object is deleted for good. It is kept for reports.' },
  },
};

/** The status of a stored object, which can also be DELETED. */
export const storedStatus = () =>
  sent.oneOf(['ACTIVE', 'PAUSED', 'DELETED']).describe('The status: `ACTIVE`, `PAUSED` or `DELETED`.');

export const ADVERTISER_ID = reference('Advertiser', 'advertiserId', 'The advertiser that owns it.', {
  numeric: true,
  input: sent.id('Advertiser').describe('The advertiser that owns it. Immutable.'),
});

export const STATUS = word(NATIVE_STATUS, 'status', 'The status: `ACTIVE`, `PAUSED` or `DELETED`.', {
  input: sent.oneOf(['ACTIVE', 'PAUSED']).optional().describe('The status: `ACTIVE` or `PAUSED`.'),
});

export const NATIVE_MOMENTS = {
  createdAt: epoch('createdAt', 'The time when it was created.', { rest: 'createdDate' }),
  updatedAt: epoch('updatedAt', 'The time of the last change. Strictly increases with every change.', {
    rest: 'lastUpdateDate',
  }),
} as const;

export const EXCLUDE = listed('exclude', 'Whether matches are excluded: `TRUE` or `FALSE`.', {
  input: sent.oneOf(['TRUE', 'FALSE']).optional(),
});
