import { z } from 'zod';
import { boolean, list, object, someOf } from '../../../resources/define/fields.ts';
import { defineInput } from '../../../resources/define/input.ts';
import { funnel } from './funnel.ts';
import { geography } from './geography.ts';
import { deals, exchanges } from './inventory.ts';
import { EVERY_TARGET_TYPE, TARGET_TYPE_NAME, TARGET_TYPES, type TargetTypeName } from './kind.ts';
import { nativeLists } from './native-lists.ts';

const typeOf = (names: readonly TargetTypeName[]) =>
  object('TargetType', {
    name: someOf(TARGET_TYPE_NAME, names).describe(`The target type: ${names.join(', ')}.`),
    isTargeted: boolean().describe('Whether the target type is enabled.'),
  });

const fieldsOf = (names: readonly TargetTypeName[], maxTypes: number) => ({
  types: list(typeOf(names), maxTypes)
    .optional()
    .describe('The target types to enable or disable. Types that are not listed stay unchanged.'),
  geos: geography.block,
  nativeLists: nativeLists.block,
  funnelAttributes: funnel.block,
});

/** A change of a line's targeting. Types that are not in the input do not change. */
export const UpdateTargeting = defineInput({
  fields: z.object(fieldsOf(TARGET_TYPES, 20)),
  readOnly: ['id'],
});

/**
 * The same change, which can also contain deals and exchanges, for clients of the observed profile. They can target by
 * more than a line can, and a line must not deliver more widely than they believe.
 */
export const UpdateEveryTarget = defineInput({
  fields: z.object({
    ...fieldsOf(EVERY_TARGET_TYPE, 100),
    deals: deals.block,
    exchanges: exchanges.block,
  }),
  readOnly: ['id'],
  refusesUnknown: true,
});
