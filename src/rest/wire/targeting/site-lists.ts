import { isRecord } from '../../../resources/define/input.ts';
import type { ObservedCall } from '../divergence.ts';

type Fields = Record<string, unknown>;
type SentAs = ObservedCall['sentAs'];

/** A list with more items than allowed is left for the domain to refuse. */
const MAX_ITEMS = 1000;
const EXCLUDED = 'must be true, because a line can block the sites of a list, but not be limited to them';

export const isShortList = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && value.length <= MAX_ITEMS;
export const shortList = (value: unknown): readonly unknown[] => (isShortList(value) ? value : []);

/** Returns a change of targeting with site lists as native lists (`paths/site-lists.ts`). */
export function withSiteLists({ siteLists, ...rest }: Fields, sentAs: SentAs): Fields {
  const { nativeLists } = rest;
  if (siteLists == null || !isRecord(nativeLists ?? {})) {
    noteItems({ nativeLists }, sentAs);
    return rest;
  }
  if (!isRecord(siteLists)) {
    sentAs('nativeLists', 'siteLists');
    return { ...rest, nativeLists: siteLists };
  }
  const own: Fields = isRecord(nativeLists) ? nativeLists : {};
  for (const name of Object.keys(siteLists))
    if (own[name] == null || (isShortList(own[name]) && !isShortList(siteLists[name])))
      sentAs(`nativeLists.${name}`, `siteLists.${name}`);
  noteItems({ nativeLists, siteLists }, sentAs);
  const both = (name: string): Fields => {
    const lists = [own[name], siteLists[name]].filter((list) => list != null);
    if (lists.length === 0) return {};
    return { [name]: lists.every(Array.isArray) ? lists.flat() : lists.find((list) => !Array.isArray(list)) };
  };
  return { ...rest, nativeLists: { ...siteLists, ...own, ...both('added'), ...both('removed') } };
}

/** Records at which path, and under which name, each item of both lists was sent. */
function noteItems(lists: Fields, sentAs: SentAs): void {
  for (const verb of ['added', 'removed']) {
    const sent = Object.entries(lists).flatMap(([name, list]) =>
      shortList(isRecord(list) ? list[verb] : undefined).map((item, at) => ({
        item,
        path: `${name}.${verb}[${at}]`,
        isSiteList: name === 'siteLists',
      })),
    );
    for (const [at, { item, path, isSiteList }] of sent.entries()) {
      const documented = `nativeLists.${verb}[${at}]`;
      sentAs(documented, path);
      if (!isRecord(item) || !(isSiteList || 'entityId' in item)) continue;
      sentAs(`${documented}.id`, `${path}.entityId`);
      sentAs(`${documented}.exclude`, `${path}.excluded`, isSiteList ? EXCLUDED : undefined);
    }
  }
}
