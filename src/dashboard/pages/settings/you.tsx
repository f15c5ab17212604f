import type { Read } from '../../api/use-read.ts';
import { type DashboardSettingsQuery, Role } from '../../generated/graphql.ts';
import { Widget } from '../../parts/widget.tsx';
import { words } from '../../parts/words.ts';
import { applyTheme, THEMES, useTheme } from '../../shell/theme.ts';
import { Facts } from '../tree/facts.tsx';

const MAY: Readonly<Record<Role, string>> = {
  [Role.Admin]: 'You can change everything, including who may use the seat.',
  [Role.Editor]: 'You can change everything but the seat, its API clients and its webhooks.',
  [Role.Viewer]: 'You can look at everything and run reports. An admin can let you make changes.',
};

/** Who the caller is to the service, what he may do, and how it looks to him. */
export function You({ read }: { readonly read: Read<DashboardSettingsQuery> }) {
  return (
    <Widget title="You" read={read} isSteady>
      {({ viewer: { role, user, client, seats } }) => (
        <>
          <Facts
            facts={[
              ['User', `${user.name} (${user.databaseId})`],
              ['Role', words(role)],
              ['Client ID', client.clientId],
              [
                seats.length === 1 ? 'Seat' : 'Seats',
                seats.map(({ name, databaseId }) => `${name} (${databaseId})`).join(', '),
              ],
            ]}
          />
          <p className="muted">{MAY[role]} A role is given with an API client, and does not change.</p>
          <Theme />
        </>
      )}
    </Widget>
  );
}

function Theme() {
  const chosen = useTheme();
  return (
    <label className="inline">
      Colours, in this browser
      <select
        value={chosen}
        onChange={({ target }) => applyTheme(THEMES.find((theme) => theme === target.value) ?? 'system')}
      >
        {THEMES.map((theme) => (
          <option key={theme} value={theme}>
            {theme === 'system' ? 'As the system' : words(theme)}
          </option>
        ))}
      </select>
    </label>
  );
}
