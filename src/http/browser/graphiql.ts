interface Tab {
  query?: string | null;
  variables?: string | null;
}

interface Options extends Tab {
  endpoint: string;
  title: string;
  logo: string;
  shouldPersistHeaders: boolean;
  additionalHeaders: Record<string, string>;
  /** Null prevents the editor from requesting the schema. */
  schema?: null;
  defaultTabs: Tab[];
  onEditQuery(query: string): void;
  onEditVariables(variables: string): void;
  onTabChange(state: { tabs: Tab[]; activeTabIndex: number }): void;
}
declare const YogaGraphiQL: { renderYogaGraphiQL(root: HTMLElement, options: Options): void };

/**
 * The session storage key of the token. It is removed with the tab, and the browser never sends it by
 * itself.
 */
const KEY = 'flightline-token';
const element = <T extends HTMLElement>(id: string) => document.getElementById(id) as T;
const data = <T>(id: string): T => JSON.parse(element(id).textContent ?? '');

const workers = data<Record<string, string>>('workers');
Object.assign(globalThis, {
  MonacoEnvironment: {
    getWorkerUrl: (_module: string, label: string) => workers[label] ?? workers.editorWorkerService,
  },
});

const token = sessionStorage.getItem(KEY);
/** Enables the session cookie of the dashboard, for users who are signed in there. */
const OWN = { 'x-flightline-dashboard': '1' };
const userName = token === null ? await signedInUser() : undefined;

async function signedInUser(): Promise<string | undefined> {
  const response = await fetch('graphql', {
    method: 'POST',
    headers: { ...OWN, 'content-type': 'application/json' },
    body: JSON.stringify({ query: '{ viewer { user { name } } }' }),
  }).catch(() => undefined);
  if (!response?.ok) return undefined;
  const { data } = (await response.json()) as { data?: { viewer: { user: { name: string } } } };
  return data?.viewer.user.name;
}

/** Without any of these, the service refuses to send the schema. */
const mayReadSchema =
  token !== null || userName !== undefined || document.querySelector('meta[name=schema]') !== null;

function headersOf(): Record<string, string> {
  if (token !== null) return { authorization: `Bearer ${token}` };
  return userName === undefined ? {} : OWN;
}

element('access').hidden = false;
element('whom').textContent = userName ?? '';
element('session').hidden = userName === undefined;
for (const id of ['label', 'token-help', 'use', 'token'])
  element(id).hidden = token !== null || userName !== undefined;
for (const id of ['token-note', 'forget']) element(id).hidden = token === null;
// The editor reads the schema once, at its start, so it must be restarted for another token.
element('access').addEventListener('submit', (event) => {
  event.preventDefault();
  const given = element<HTMLInputElement>('token').value.trim();
  if (given) sessionStorage.setItem(KEY, given.replace(/^Bearer\s+/i, ''));
  location.reload();
});
element('forget').addEventListener('click', () => {
  sessionStorage.removeItem(KEY);
  location.reload();
});

const { searchParams } = new URL(location.href);
const shared = searchParams.get('query') ?? undefined;
const examples = data<string[]>('examples').map((text): Tab => ({ query: text }));
const tabs = shared === undefined ? examples : [{ query: shared, variables: searchParams.get('variables') }];
const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]')?.href;

/** The URL always reflects the content of the editor, so that a reload and a shared link show the same. */
function show(shown: Tab): void {
  const url = new URL(location.href);
  for (const [name, text] of Object.entries(shown)) {
    if (text?.trim()) url.searchParams.set(name, text);
    else url.searchParams.delete(name);
  }
  history.replaceState({}, '', url);
}

show(tabs[0] ?? {});
YogaGraphiQL.renderYogaGraphiQL(element('root'), {
  endpoint: 'graphql',
  title: 'Flightline',
  logo: `<img src="${icon}" width="28" height="28" alt="">`,
  // Otherwise a token in the headers pane would outlive the tab.
  shouldPersistHeaders: false,
  additionalHeaders: headersOf(),
  ...(mayReadSchema ? {} : { schema: null }),
  defaultTabs: tabs,
  ...tabs[0],
  onEditQuery: (query) => show({ query }),
  onEditVariables: (variables) => show({ variables }),
  onTabChange: ({ tabs, activeTabIndex }) => {
    const { query, variables } = tabs[activeTabIndex] ?? {};
    show({ query: query ?? '', variables: variables ?? '' });
  },
});
