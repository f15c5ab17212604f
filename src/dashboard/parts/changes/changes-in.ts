import type { DashboardChangeFragment } from '../../generated/graphql.ts';
import { partsOf } from './change-parts.ts';
import { growsMuch } from './growth.ts';
import { type Owner, plain } from './plain.ts';

/** Fields that get another value, in words. */
export const changesIn = (fields: DashboardChangeFragment['fields'], owner: Owner = {}) =>
  fields
    .flatMap((change) => partsOf(change, owner))
    .map(({ label, field, before, after }) => ({
      label,
      before: plain(before, owner, field),
      after: plain(after, owner, field),
      ...(growsMuch({ field, before, after }) && { growsMuch: true }),
    }))
    .filter(({ before, after }) => before !== after);
