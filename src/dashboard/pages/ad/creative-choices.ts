import type { DashboardCreativeFragment } from '../../generated/graphql.ts';
import { words } from '../../parts/words.ts';

type Creative = Pick<DashboardCreativeFragment, 'id' | 'databaseId' | 'name' | 'mediaType'>;

/** Creatives as choices, told apart by format and ID; those of the line’s medium first. */
export function creativeChoices(
  creatives: readonly Creative[],
  medium: string | null | undefined,
): readonly (readonly [id: string, name: string])[] {
  const fits = ({ mediaType }: Creative) => (mediaType === medium ? 0 : 1);
  return [...creatives]
    .sort((one, other) => fits(one) - fits(other))
    .map(({ id, databaseId, name, mediaType }) => [id, `${name} (${words(mediaType)}, ID ${databaseId})`]);
}
