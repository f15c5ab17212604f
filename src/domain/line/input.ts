import { id, list, token } from '../fields.ts';
import { MAX_PARTS } from '../parts.ts';
import { inputsOf, partInput } from '../resource/inputs.ts';
import { LINE, LINE_CONVERSION, LINE_FEE, LINE_SCHEDULE } from './definition.ts';

/** Spec 2, "Line"; RULINGS T7, T8a, T15. */
export const { create: CreateLine, update: UpdateLine } = inputsOf(LINE, {
  more: {
    pacingMode: token().optional().describe('An alias of `pacingModeType`.'),
    schedules: list(partInput(LINE_SCHEDULE), MAX_PARTS)
      .optional()
      .describe('The flights of the line. Merged with the stored flights by ID.'),
    feeList: list(partInput(LINE_FEE), MAX_PARTS)
      .optional()
      .describe('The fees of the line. Merged with the stored fees by ID.'),
    conversionList: list(partInput(LINE_CONVERSION), MAX_PARTS)
      .optional()
      .describe('The conversion rules of the line. Merged with the stored rules by ID.'),
  },
  changes: {
    removeScheduleIds: list(id('LineSchedule'), MAX_PARTS)
      .optional()
      .describe('The IDs of the flights to remove.'),
    removeFeeIds: list(id('LineFee'), MAX_PARTS).optional().describe('The IDs of the fees to remove.'),
    removeConversionIds: list(id('LineConversion'), MAX_PARTS)
      .optional()
      .describe('The IDs of the conversion rules to remove.'),
  },
  keepsUnknown: true,
});
