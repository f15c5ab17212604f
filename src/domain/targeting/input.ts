import { z } from 'zod';
import { boolean, list, object, oneOf } from '../fields.ts';
import { defineInput } from '../input.ts';
import { funnel } from './funnel.ts';
import { geography } from './geography.ts';
import { TARGET_TYPES } from './kind.ts';
import { nativeLists } from './native-lists.ts';

const type = object('TargetType', {
  name: oneOf(TARGET_TYPES).describe(`The target type: ${TARGET_TYPES.join(', ')}.`),
  isTargeted: boolean().describe('Whether the target type is enabled.'),
});

/** A change of a line's targeting: only the types that it names (spec 2, "Funnel targeting"; RULINGS T10). */
export const UpdateTargeting = defineInput({
  fields: z.object({
    types: list(type, 20)
      .optional()
      .describe('The target types to enable or disable. Types that are not listed stay unchanged.'),
    geos: geography.block,
    nativeLists: nativeLists.block,
    funnelAttributes: funnel.block,
  }),
  readOnly: ['id'],
});
