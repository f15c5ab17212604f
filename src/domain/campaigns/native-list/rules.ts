import type { Problems } from '../../../resources/define/input.ts';
import { itemKey } from './item-name.ts';

/** Every item must be a domain or an app bundle ID, and no item can be listed twice. */
export function checkItems(problems: Problems, items: readonly { itemName: string }[] | undefined): void {
  const first = new Map<string, number>();
  for (const [index, { itemName }] of (items ?? []).entries()) {
    const path = `items[${index}].itemName`;
    const key = itemKey(itemName);
    const earlier = key === undefined ? undefined : first.get(key);
    if (key === undefined) problems.add(path, 'must be a valid domain or app bundle ID');
    else if (earlier === undefined) first.set(key, index);
    else problems.add(path, `must not repeat items[${earlier}].itemName`);
  }
}
