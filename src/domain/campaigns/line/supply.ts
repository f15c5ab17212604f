import { keysOf } from '../../../platform/text/typed.ts';
import type { Problems } from '../../../resources/define/input.ts';
import { OPERATOR_SUPPLY } from './supply-name.ts';

/** The fields of a line that the supply rules check, as they will be after the change. */
interface Supply {
  readonly isNativeEnabled?: boolean;
  readonly supplyType?: string | null;
  readonly language?: string | null;
  readonly mediaType?: string | null;
  readonly objective?: string | null;
  readonly goalType?: string | null;
  readonly goalModeType?: string | null;
  readonly pacingModeType?: string | null;
  readonly billingMethodType?: string | null;
}

/**
 * Returns the defaults of a native line: third-party supply if `supplyType` is missing, and NATIVE if `mediaType` is.
 */
export function supplyDefaults(line: Supply): { supplyType?: string; mediaType?: 'NATIVE' } {
  if (!line.isNativeEnabled) return {};
  return {
    ...(line.supplyType == null && { supplyType: 'THIRD_PARTY' }),
    ...(line.mediaType == null && { mediaType: 'NATIVE' as const }),
  };
}

/** The values that an eCPC display or video line on operator supply must have. */
const ECPC = {
  mediaType: ['DISPLAY', 'VIDEO'],
  objective: ['MAIL_SPONSORED', 'VISIT_WEB'],
  billingMethodType: ['CPC_WITH_MARGIN'],
  goalModeType: ['HARD'],
  pacingModeType: ['EVEN'],
} as const;

interface Checked {
  problems: Problems;
  /** The name of the operator's own supply. */
  operator: string;
  line: Supply;
  conversions: number;
}

/** Operator supply is valid for eCPC lines and for native lines; native lines also need a language. */
export function checkSupply({ problems, operator, line, conversions }: Checked): void {
  if (line.supplyType !== OPERATOR_SUPPLY) return;
  const isEcpc = line.goalType === 'ENHANCED_CPC';
  if (line.isNativeEnabled && line.language == null && !problems.has('language'))
    problems.add('language', `is required for native lines on ${operator} supply`);
  if (!line.isNativeEnabled && !isEcpc)
    problems.add('supplyType', 'is valid only for native lines: isNativeEnabled must be true');
  const isNative = line.isNativeEnabled && line.mediaType === 'NATIVE';
  if (isEcpc && !isNative) checkEcpc({ problems, operator, line, conversions });
}

function checkEcpc({ problems, operator, line, conversions }: Checked): void {
  for (const field of keysOf(ECPC)) {
    const allowed: readonly unknown[] = ECPC[field];
    if (!allowed.includes(line[field]) && !problems.has(field))
      problems.add(field, `must be ${allowed.join(' or ')} for ENHANCED_CPC on ${operator} supply`);
  }
  if (conversions === 0 && !problems.has('conversionList'))
    problems.add('conversionList', `must have a conversion pixel for ENHANCED_CPC on ${operator} supply`);
}
