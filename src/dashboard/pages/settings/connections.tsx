import { Link } from '@tanstack/react-router';
import { useRead } from '../../api/use-read.ts';
import {
  DashboardConnectionsDocument,
  type DashboardConnectionsQuery,
  DashboardIsSandboxDocument,
  Role,
} from '../../generated/graphql.ts';
import { counted } from '../../parts/format.ts';
import { Widget } from '../../parts/widget.tsx';
import { words } from '../../parts/words.ts';
import { elsewhere } from '../../shell/elsewhere.tsx';
import { useViewer } from '../../shell/viewer.ts';

const ABOUT: Readonly<Record<string, string>> = {
  GraphiQL: 'Run queries and read the schema',
  'REST reference': 'All REST endpoints, with requests to try',
  Documentation: 'From a first token to reports and operations',
};

/** What is connected to the seat and how it does, with the way to each. */
export function Connections() {
  const isAdmin = useViewer().role === 'ADMIN';
  const read = useRead(DashboardConnectionsDocument, {});
  // Elsewhere the service refuses to say anything of a clock.
  const sandbox = useRead(DashboardIsSandboxDocument, {}, { enabled: isAdmin, freshFor: 600_000 });
  const isSandbox = Boolean(sandbox.result.data?.sandboxClock);
  return (
    <Widget title="Connections" read={read}>
      {(data) => (
        <ul className="settings">
          {isAdmin && (
            <>
              <li>
                <Link to="/clients">API clients</Link>
                <span>{clientsText(data)}</span>
              </li>
              <li>
                <Link to="/webhooks">Webhooks</Link>
                <span>{webhooksText(data)}</span>
              </li>
            </>
          )}
          <li>
            <Link to="/pixels">Pixels</Link>
            <span>{counted(data.pixels.totalCount, 'pixel')}, to which servers send what people did</span>
          </li>
          {isSandbox && (
            <li>
              <Link to="/sandbox">Sandbox</Link>
              <span>The clock of a service for trying things out</span>
            </li>
          )}
          {elsewhere().map(([href, name]) => (
            <li key={href}>
              <a href={href}>{name}</a>
              <span>{ABOUT[name]}</span>
            </li>
          ))}
        </ul>
      )}
    </Widget>
  );
}

function clientsText({ apiClients }: DashboardConnectionsQuery): string {
  const active = apiClients?.filter(({ revokedAt }) => !revokedAt) ?? [];
  const problems = active
    .flatMap(({ diagnostics }) => diagnostics ?? [])
    .reduce((sum, { count }) => sum + count, 0);
  const roles = Object.values(Role).flatMap((role) => {
    const count = active.filter((each) => each.role === role).length;
    return count > 0 ? [`${count} ${words(role)}`] : [];
  });
  return `${counted(active.length, 'active client')} (${roles.join(', ')}), ${counted(problems, 'problem')} in the last hour`;
}

function webhooksText({ webhooks }: DashboardConnectionsQuery): string {
  if (!webhooks?.totalCount) return 'None: nothing is sent anywhere';
  const disabled = webhooks.nodes.filter(({ status }) => status !== 'ACTIVE').length;
  const failed = webhooks.nodes.reduce((sum, each) => sum + each.failed.totalCount, 0);
  return [
    counted(webhooks.totalCount, 'webhook'),
    ...(disabled > 0 ? [`${disabled} disabled`] : []),
    `${failed} failed in 30 days`,
  ].join(', ');
}
