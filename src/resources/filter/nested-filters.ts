import { isRecord } from '../define/input.ts';

/** Returns a filter and those nested in its `and`, `or` and `not`, whether they are valid or not. */
export function nestedFilters(filter: unknown): Record<string, unknown>[] {
  const found: Record<string, unknown>[] = [];
  // No functions of arrays: a request can nest thousands of filters, and several prices and plans walk through them.
  const add = (one: unknown): void => {
    if (!isRecord(one)) return;
    found.push(one);
    addEach(one.and);
    addEach(one.or);
    add(one.not);
  };
  const addEach = (given: unknown): void => {
    if (Array.isArray(given)) for (const one of given) add(one);
    else add(given);
  };
  add(filter);
  return found;
}
