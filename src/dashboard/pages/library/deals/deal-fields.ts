import type { FieldOf } from '../../../edit/draft-fields.tsx';
import { DealStatus } from '../../../generated/graphql.ts';

/** What was agreed, as the forms of a new deal and of an older one ask for it. */
export const DEAL_ID: FieldOf<'exchangeDealId'> = {
  name: 'exchangeDealId',
  label: 'Deal ID',
  hint: 'As the exchange gave it to you.',
};
export const RESERVE_PRICE: FieldOf<'reservePrice'> = {
  name: 'reservePrice',
  isNumber: true,
  hint: 'The least that is paid; 0 without one.',
};
export const STATUS: FieldOf<'status'> = { name: 'status', choices: Object.values(DealStatus) };
export const DESCRIPTION: FieldOf<'description'> = { name: 'description', isLong: true };
