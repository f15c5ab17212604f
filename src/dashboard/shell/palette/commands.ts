import { signOut } from '../../api/session.ts';
import { LineAlertReason } from '../../generated/graphql.ts';
import { announce } from '../../parts/announce.ts';
import { lower, words } from '../../parts/words.ts';
import { elsewhere } from '../elsewhere.tsx';
import { PAGES } from '../pages.ts';
import { applyTheme, THEMES } from '../theme.ts';
import type { Option, Place } from './option.ts';

const leave = () =>
  signOut().then(
    () => location.reload(),
    (error: Error) => announce(error.message, true),
  );

/** What is made on a page of its own list, by the title of the dialog. */
const MADE: readonly (readonly [title: string, to: string, params?: Pick<Place, 'params'>])[] = [
  ['New line', '/lines'],
  ['New campaign', '/campaigns'],
  ['New advertiser', '/advertisers'],
  ['New creative', '/library/$kind', { params: { kind: 'creatives' } }],
  ['New deal', '/library/$kind', { params: { kind: 'deals' } }],
  ['New native list', '/library/$kind', { params: { kind: 'lists' } }],
  ['New segment', '/library/$kind', { params: { kind: 'audiences' } }],
  ['New product set', '/library/$kind', { params: { kind: 'product-sets' } }],
  ['New webhook', '/webhooks'],
];

/** Lines by what is wrong with them. */
const STATES: readonly (readonly [name: string, search: Readonly<Record<string, string>>])[] = [
  ['Lines: not delivering', { delivery: 'STOPPED' }],
  ...Object.values(LineAlertReason).map((alert) => [`Lines: ${lower(words(alert))}`, { alert }] as const),
];

/** What can be done from anywhere: every page, and what stands around the pages. */
export const commands = (): readonly Option[] => [
  ...PAGES.map(([to, name]): Option => ({ key: to, name, kind: 'Page', go: { to } })),
  { key: 'report', name: 'New report', kind: 'Action', go: { to: '/reports/new' } },
  ...MADE.map(
    ([name, to, kind]): Option => ({ key: name, name, kind: 'Action', go: { to, ...kind, dialog: name } }),
  ),
  ...STATES.map(
    ([name, search]): Option => ({ key: name, name, kind: 'List', go: { to: '/lines', search } }),
  ),
  ...THEMES.map((theme): Option => {
    const name = `Theme: ${words(theme)}`;
    return { key: name, name, kind: 'Action', go: () => applyTheme(theme) };
  }),
  ...elsewhere().map(
    ([href, name]): Option => ({ key: href, name, kind: 'Page', go: () => location.assign(href) }),
  ),
  { key: 'sign out', name: 'Sign out', kind: 'Action', go: () => void leave() },
];
