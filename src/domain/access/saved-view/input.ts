import { isKeyOf } from '../../../platform/text/typed.ts';
import { defineEnum, valuesOf } from '../../../resources/define/enum-type.ts';
import { nameProblem } from '../../../resources/define/fields.ts';
import { Problems } from '../../../resources/define/input.ts';

export const SAVED_VIEW_PAGE = defineEnum('SavedViewPage', 'The lists of which views can be saved.', {
  ADVERTISERS: 'The list of advertisers.',
  CAMPAIGNS: 'The list of campaigns.',
  LINES: 'The list of lines.',
  ADS: 'The list of ads.',
});

export const MAX_NAME = 100;
export const MAX_SEARCH = 2_000;

export interface SentView {
  readonly name?: unknown;
  readonly page?: unknown;
  readonly search?: unknown;
}

/** The query of an address has only these characters; others are percent-encoded. */
const IN_ADDRESS = /^[\x21-\x7e]*$/;

const isGiven = <T>(value: T): value is NonNullable<T> => value !== undefined && value !== null;

/** Returns the valid fields of a saved view. Throws ValidationError with all problems. */
export function checkView({ name, page, search }: SentView): {
  name?: string;
  page?: string;
  search?: string;
} {
  const problems = new Problems();
  for (const [field, value] of Object.entries({ name, page, search }))
    if (value === null) problems.add(field, 'must not be null');
  const trimmed = typeof name === 'string' ? name.trim() : '';
  const problem = isGiven(name) ? nameProblem(trimmed, MAX_NAME) : undefined;
  if (problem) problems.add('name', problem);
  if (isGiven(page) && (typeof page !== 'string' || !isKeyOf(SAVED_VIEW_PAGE.values, page)))
    problems.add('page', `must be one of ${valuesOf(SAVED_VIEW_PAGE).join(', ')}`);
  const isSearch = typeof search === 'string' && search.length <= MAX_SEARCH && IN_ADDRESS.test(search);
  if (isGiven(search) && !isSearch)
    problems.add(
      'search',
      `must be the percent-encoded query of an address, at most ${MAX_SEARCH} characters`,
    );
  problems.throwIfAny();
  return {
    ...(isGiven(name) && { name: trimmed }),
    ...(typeof page === 'string' && { page }),
    ...(typeof search === 'string' && { search }),
  };
}
