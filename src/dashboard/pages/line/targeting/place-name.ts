import { words } from '../../../parts/words.ts';
import type { Place } from './targeting-change.ts';

/** The places that a place is in, since towns share their names: `Illinois, United States`. */
export function parentsOf({ location }: Place): string {
  const parent = location?.parent;
  return [parent, parent?.parent]
    .flatMap((each) => (each && each.type !== 'World' ? [each.name] : []))
    .join(', ');
}

/** What kind of place it is, and where: `Town in Illinois, United States`. */
export function kindOf(place: Place): string {
  const parents = parentsOf(place);
  return parents === '' ? words(place.type) : `${words(place.type)} in ${parents}`;
}
