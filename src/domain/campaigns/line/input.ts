import { id, list, oneOf } from '../../../resources/define/fields.ts';
import { inputsOf, partChange, partInput } from '../../../resources/define/inputs.ts';
import { MAX_PARTS } from '../../../resources/define/parts.ts';
import { LINE } from './definition.ts';
import { PACING_MODE_TYPE } from './enums.ts';
import { LINE_CONVERSION, LINE_FEE, LINE_SCHEDULE } from './part-definitions.ts';

const FLIGHTS = 'The flights of the line. Merged with the stored flights by ID.';
const FEES = 'The fees of the line. Merged with the stored fees by ID.';
const CONVERSIONS = 'The conversion rules of the line. Merged with the stored rules by ID.';

export const { create: CreateLine, update: UpdateLine } = inputsOf(LINE, {
  more: {
    pacingMode: oneOf(PACING_MODE_TYPE).nullable().optional().describe('An alias of `pacingModeType`.'),
    schedules: list(partInput(LINE_SCHEDULE), MAX_PARTS).optional().describe(FLIGHTS),
    feeList: list(partInput(LINE_FEE), MAX_PARTS).optional().describe(FEES),
    conversionList: list(partInput(LINE_CONVERSION), MAX_PARTS).optional().describe(CONVERSIONS),
  },
  changes: {
    schedules: list(partChange(LINE_SCHEDULE), MAX_PARTS).optional().describe(FLIGHTS),
    feeList: list(partChange(LINE_FEE), MAX_PARTS).optional().describe(FEES),
    conversionList: list(partChange(LINE_CONVERSION), MAX_PARTS).optional().describe(CONVERSIONS),
    removeScheduleIds: list(id('LineSchedule'), MAX_PARTS)
      .nullable()
      .optional()
      .describe('The IDs of the flights to remove.'),
    removeFeeIds: list(id('LineFee'), MAX_PARTS)
      .nullable()
      .optional()
      .describe('The IDs of the fees to remove.'),
    removeConversionIds: list(id('LineConversion'), MAX_PARTS)
      .nullable()
      .optional()
      .describe('The IDs of the conversion rules to remove.')
      .meta({ graphql: 'removeConversionRuleIds' }),
  },
  keepsUnknown: true,
});
