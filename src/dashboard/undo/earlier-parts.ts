import { type Earlier, type FieldChange, type Part, partsIn, without } from './parts-in.ts';

/** What takes changed bid multipliers back. */
export function earlierBids({ before, after }: FieldChange): Earlier {
  const [old, now] = [partsIn(before), partsIn(after)];
  const isIn = (parts: readonly Part[], { id }: Part) => parts.some((part) => part.id === id);
  const gone = old.filter((part) => !isIn(now, part));
  const made = now.filter((part) => !isIn(old, part));
  const edited = without(
    old.filter((part) => isIn(now, part)),
    now,
  );
  return {
    // What was removed is made again, with another ID.
    ...(gone.length > 0 && { added: gone.map(({ id, ...values }) => values) }),
    ...(made.length > 0 && { removedItems: made.map(({ id }) => ({ id })) }),
    ...(edited.length > 0 && { edited: edited.map(({ id, multiplier }) => ({ id, multiplier })) }),
  };
}

/** What takes a change of targeting back. */
export const earlierTargeting = (changes: readonly FieldChange[]): Earlier =>
  Object.assign({}, ...changes.map(earlierTargets));

function earlierTargets({ path, before, after }: FieldChange): Earlier {
  const [old, now] = [partsIn(before), partsIn(after)];
  const [gone, made] = [without(old, now), without(now, old)];
  switch (path) {
    case 'geos':
      return { geos: places(gone, made) };
    case 'nativeLists':
      return {
        nativeLists: {
          added: gone.map(({ id }) => ({ id, exclude: true })),
          removed: made.map(({ id }) => id),
        },
      };
    case 'types':
      return { types: types(gone, made) };
    default:
      return { [path]: old };
  }
}

/** A place that changed sides is put back by naming its earlier side. */
function places(gone: readonly Part[], made: readonly Part[]): Earlier {
  const woeids = (parts: readonly Part[]) => parts.map(({ woeid }) => woeid);
  const back = woeids(gone);
  return {
    removed: woeids(made).filter((woeid) => !back.includes(woeid)),
    added: woeids(gone.filter(({ excluded }) => excluded !== true)),
    excluded: woeids(gone.filter(({ excluded }) => excluded === true)),
  };
}

/** Only enabled types are listed. */
const types = (gone: readonly Part[], made: readonly Part[]): readonly Earlier[] => [
  ...gone.map(({ name, isTargeted = true }) => ({ name, isTargeted })),
  ...made
    .filter(({ name }) => gone.every((type) => type.name !== name))
    .map(({ name }) => ({ name, isTargeted: false })),
];
