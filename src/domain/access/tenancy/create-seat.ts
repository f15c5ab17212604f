import type { Db } from '../../../platform/database/connection/client.ts';
import type { System } from '../../context.ts';
import { ValidationError, type ValidationIssue } from '../../errors.ts';

const MAX_NAME = 255;

/** Creates a seat with its first account group, and returns it. For operators. Throws ValidationError. */
export async function createSeat(options: {
  readonly system: System;
  readonly name: string;
  /** ISO 3166 alpha-2; if set, advertisers show their billing contact. */
  readonly legalComplianceCountry?: string | undefined;
}): Promise<{ seatId: number; accountGroupId: number }> {
  const { system, name, legalComplianceCountry } = options;
  const issues: ValidationIssue[] = [];
  if (!name.trim() || name.length > MAX_NAME || name.includes('\0'))
    issues.push({ path: 'name', message: `name must have 1 to ${MAX_NAME} characters.` });
  if (legalComplianceCountry !== undefined && !(await isCountry(system.db, legalComplianceCountry)))
    issues.push({
      path: 'legalComplianceCountry',
      message:
        'legalComplianceCountry must be the ISO 3166 alpha-2 code of a country in the dictionary, in upper case.',
    });
  if (issues.length > 0) throw new ValidationError(issues);

  const seat = await system.db.seat.create({
    data: {
      name,
      legalComplianceCountry: legalComplianceCountry ?? null,
      accountGroups: { create: { name } },
    },
    include: { accountGroups: true },
  });
  const [group] = seat.accountGroups;
  if (!group) throw new Error('The seat was made without its account group.');
  return { seatId: seat.id, accountGroupId: group.id };
}

async function isCountry(db: Db, value: string): Promise<boolean> {
  return (await db.dictionaryEntry.count({ where: { list: 'country', value } })) > 0;
}
