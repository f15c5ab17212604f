import { enumField, epoch, flag, reference } from '../../../resources/define/definition.ts';
import * as sent from '../../../resources/define/fields.ts';
import { NATIVE_STATUS } from './enums.ts';

/** The status of a stored object, which can also be DELETED. */
export const storedStatus = () =>
  sent.oneOf(NATIVE_STATUS).describe('The status: `ACTIVE`, `PAUSED` or `DELETED`.');

export const ADVERTISER_ID = reference('Advertiser', 'advertiserId', 'The advertiser that owns it.', {
  numeric: true,
  input: sent.id('Advertiser').describe('The advertiser that owns it. Immutable.'),
});

export const STATUS = enumField(NATIVE_STATUS, 'status', 'The status: `ACTIVE`, `PAUSED` or `DELETED`.', {
  input: sent
    .someOf(NATIVE_STATUS, ['ACTIVE', 'PAUSED'])
    .optional()
    .describe('The status: `ACTIVE` or `PAUSED`.'),
});

export const NATIVE_TIMESTAMPS = {
  createdAt: epoch('createdAt', 'The time when it was created.', { rest: 'createdDate' }),
  updatedAt: epoch('updatedAt', 'The time of the last change. Strictly increases with every change.', {
    rest: 'lastUpdateDate',
  }),
} as const;

export const EXCLUDE = flag('exclude', 'Whether matches are excluded.', {
  input: sent.textFlag().optional(),
});
