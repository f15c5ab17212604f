import { signOut } from '../../api/session.ts';
import { announce } from '../../parts/announce.ts';
import { words } from '../../parts/words.ts';
import { elsewhere } from '../elsewhere.tsx';
import { PAGES } from '../pages.ts';
import { applyTheme, THEMES } from '../theme.ts';
import type { Option } from './option.ts';

const leave = () =>
  signOut().then(
    () => location.reload(),
    (error: Error) => announce(error.message, true),
  );

/** What can be done from anywhere: every page, and what stands around the pages. */
export const commands = (): readonly Option[] => [
  ...PAGES.map(([to, name]): Option => ({ key: to, name, kind: 'Page', go: { to } })),
  { key: 'report', name: 'New report', kind: 'Action', go: { to: '/reports/new' } },
  ...THEMES.map((theme): Option => {
    const name = `Theme: ${words(theme)}`;
    return { key: name, name, kind: 'Action', go: () => applyTheme(theme) };
  }),
  ...elsewhere().map(
    ([href, name]): Option => ({ key: href, name, kind: 'Page', go: () => location.assign(href) }),
  ),
  { key: 'sign out', name: 'Sign out', kind: 'Action', go: () => void leave() },
];
