import { ValidationError } from '../../domain/errors.ts';
import { isRecord } from '../../domain/input.ts';
import type { ObservedCall } from './divergence.ts';

type Fields = Record<string, unknown>;

/** More items than any list takes are left for the domain to refuse. */
export const MOST_ITEMS = 1000;
const EXCLUDED = 'must be true, because a line can block the sites of a list, but not be limited to them';

/** A change of targeting in which site lists are native lists, which they are (`paths/site-lists.ts`). */
export function withSiteLists(body: Fields): Fields {
  const { siteLists, types, ...rest } = body;
  const named = { ...rest, ...(types !== undefined && { types: typesInOurNames(types) }) };
  if (!isRecord(siteLists)) return named;
  checkExcluded(siteLists.added);
  const own = isRecord(rest.nativeLists) ? rest.nativeLists : {};
  const both = (name: string): Fields => {
    const lists = [own[name], siteLists[name]].filter((list) => list != null);
    if (lists.length === 0) return {};
    return { [name]: lists.every(Array.isArray) ? lists.flat() : lists[0] };
  };
  return { ...named, nativeLists: { ...siteLists, ...own, ...both('added'), ...both('removed') } };
}

/** Notes where each item of both lists was sent, and under which names. */
export function noteListPaths({ nativeLists, siteLists }: Fields, sentAs: ObservedCall['sentAs']): void {
  for (const verb of ['added', 'removed']) {
    const sent = Object.entries({ nativeLists, siteLists }).flatMap(([name, lists]) => {
      const items = isRecord(lists) && Array.isArray(lists[verb]) ? lists[verb].slice(0, MOST_ITEMS) : [];
      return items.map((item, at) => ({ item, path: `${name}.${verb}[${at}]` }));
    });
    for (const [at, { item, path }] of sent.entries()) {
      const ours = `nativeLists.${verb}[${at}]`;
      sentAs(ours, path);
      if (!isRecord(item) || !('entityId' in item)) continue;
      sentAs(`${ours}.id`, `${path}.entityId`);
      sentAs(`${ours}.exclude`, `${path}.excluded`);
    }
  }
}

function checkExcluded(added: unknown): void {
  const items = Array.isArray(added) && added.length <= MOST_ITEMS ? added : [];
  const refused = items.flatMap((item, at) => {
    const path = `siteLists.added[${at}].excluded`;
    return isRecord(item) && item.excluded === true ? [] : [{ path, message: `${path} ${EXCLUDED}` }];
  });
  if (refused.length > 0) throw new ValidationError(refused);
}

const typesInOurNames = (types: unknown): unknown =>
  Array.isArray(types)
    ? types.map((type) =>
        isRecord(type) && type.name === 'SITE_LISTS' ? { ...type, name: 'NATIVE_LIST' } : type,
      )
    : types;
