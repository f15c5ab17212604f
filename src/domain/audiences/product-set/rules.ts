import type { Prisma } from '../../../platform/database/generated/prisma/client.ts';
import type { Problems } from '../../../resources/define/input.ts';
import { parseFilter } from './filter.ts';

const PATH = 'productSetFilter';

/** Parses a filter from an object, or from its JSON text, as reads return it. */
export function checkFilter(problems: Problems, raw: unknown): Prisma.InputJsonObject | undefined {
  if (raw === undefined || raw === null) {
    problems.add(PATH, 'is required');
    return undefined;
  }
  const value = typeof raw === 'string' ? parsed(raw) : raw;
  return parseFilter(problems, value, PATH) && (value as Prisma.InputJsonObject);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
