import { outcomeOf, type Refusal } from '../../api/outcome.ts';

/** Why nothing was done; undefined where it was. */
export function refusalText(
  result: { readonly __typename?: string } | Refusal | undefined,
): string | undefined {
  const refusal = result && outcomeOf(result).refusal;
  return refusal && ([...refusal.issues.values()][0] ?? refusal.message);
}
