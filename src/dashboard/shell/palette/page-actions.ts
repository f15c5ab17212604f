import { recentPages } from '../../parts/recent.ts';
import { words } from '../../parts/words.ts';
import type { Option } from './option.ts';

/** By what else people look for them. */
const MEANT: Readonly<Record<string, string>> = {
  'Change status': 'pause activate deactivate resume stop',
  Columns: 'figures table',
};

/** The dialogs and parts of the page that is shown; those of the rows of a table are too many to be listed. */
export function pageActions(): readonly Option[] {
  const main = document.getElementById('content');
  if (!main) return [];
  const buttons = [...main.querySelectorAll<HTMLButtonElement>('button[data-dialog]')].filter(
    (button) => !button.disabled && !button.closest('td, dialog'),
  );
  const dialogs = new Map(buttons.map((button) => [button.dataset.dialog ?? '', button]));
  const parts = [...main.querySelectorAll<HTMLElement>('section[aria-label] > .widget-head > h2')];
  return [
    ...[...dialogs].map(
      ([name, button]): Option => ({
        ...{ key: `dialog ${name}`, name, kind: 'This page', words: MEANT[name] ?? '' },
        go: () => button.click(),
      }),
    ),
    ...parts.map(
      (head): Option => ({
        ...{ key: `part ${head.innerText}`, name: `Go to: ${head.innerText}`, kind: 'This page' },
        go: () => head.scrollIntoView({ block: 'start' }),
      }),
    ),
  ];
}

/** What was looked at before, but for the page that is shown. */
export const recentOptions = (): readonly Option[] =>
  recentPages()
    .filter(({ path }) => !location.hash.startsWith(`#${path}`))
    .map(({ name, path }) => {
      const [, list = '', id = ''] = /^\/(.*)\/(\d+)$/.exec(path) ?? [];
      const noun = words(
        list
          .replace(/^library\//, '')
          .replace(/s$/, '')
          .replaceAll('-', '_'),
      );
      return { key: path, name, kind: `${noun} ${id}`, go: { to: path } };
    });
