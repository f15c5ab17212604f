import type { DashboardChangeFragment } from '../../generated/graphql.ts';
import { factorChanges, isOfFactors } from './bid-factors.ts';
import { partsOf } from './change-parts.ts';
import { type Owner, plain } from './plain.ts';
import { sharpChange } from './sharp-change.ts';

/** Fields that get another value, in words. */
export const changesIn = (fields: DashboardChangeFragment['fields'], owner: Owner = {}) =>
  fields.flatMap((change) => (isOfFactors(change) ? factorChanges(change) : othersIn(change, owner)));

const othersIn = (change: DashboardChangeFragment['fields'][number], owner: Owner) =>
  partsOf(change, owner)
    .map(({ label, field, before, after }) => {
      const sharp = sharpChange({ field, before, after });
      return {
        label,
        before: plain(before, owner, field),
        after: plain(after, owner, field),
        ...(sharp && { sharp }),
      };
    })
    .filter(({ before, after }) => before !== after);
