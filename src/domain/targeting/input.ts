import { z } from 'zod';
import { boolean, list, object, oneOf } from '../fields.ts';
import { defineInput } from '../input.ts';
import { funnel } from './funnel.ts';
import { geography } from './geography.ts';
import { TARGET_TYPES } from './kind.ts';
import { nativeLists } from './native-lists.ts';

const type = object('TargetType', {
  name: oneOf(TARGET_TYPES).describe(`${TARGET_TYPES.join(', ')}.`),
  isTargeted: boolean().describe('Whether targets of the type are on.'),
});

/** A change of a line's targeting: only the types that it names (spec 2, "Funnel targeting"; RULINGS T10). */
export const UpdateTargeting = defineInput({
  fields: z.object({
    types: list(type, 20).optional().describe('Types to turn on or off; the others stay as they are.'),
    geos: geography.block,
    nativeLists: nativeLists.block,
    funnelAttributes: funnel.block,
  }),
  readOnly: ['id'],
});
