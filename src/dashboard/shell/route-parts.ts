import { lazyRouteComponent, notFound } from '@tanstack/react-router';
import { reach } from '../api/problem.ts';
import { isWhole } from '../parts/fields/numbers.ts';

/** What an address says after its question mark: those of these names that have a text. */
export const texts =
  <Name extends string>(...names: readonly Name[]) =>
  (search: Record<string, unknown>): { [name in Name]?: string | undefined } => {
    const found = names.map((name) => [name, search[name]] as const);
    return Object.fromEntries(found.filter(([, value]) => typeof value === 'string')) as {
      [name in Name]?: string | undefined;
    };
  };

/**
 * A page's code, loaded with its first visit. Where that fails and the service answers, it has other files by now and
 * the router loads the dashboard anew; else the page says that it cannot be reached.
 */
export const pageOf = <Module extends Record<string, unknown>, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
) =>
  lazyRouteComponent(
    () =>
      load().catch(async (error) => {
        await reach('dashboard', { method: 'HEAD', cache: 'no-store' });
        throw error;
      }),
    name,
  );

/** An address whose ID is not a number leads to no page. */
export const isThere = ({ params: { id } }: { readonly params: { readonly id: string } }) => {
  if (!isWhole(id)) throw notFound();
};

/** Addresses have plain pairs, so that they can be read and written by people. */
export const PLAIN_SEARCH = {
  parseSearch: (search: string) => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch: (search: Readonly<Record<string, string>>) => {
    const given = Object.entries(search).filter(([, value]) => value !== undefined);
    const pairs = new URLSearchParams(Object.fromEntries(given));
    return pairs.size > 0 ? `?${pairs}` : '';
  },
};
