import { CLIENT_KINDS } from '../src/rest/wire/client-kinds.ts';
import type { Divergence } from '../src/rest/wire/divergence.ts';
import { DIVERGENCES } from '../src/rest/wire/divergences.ts';
import { LIMITS, type Limit } from '../src/rest/wire/limits.ts';
import { OBSERVED_PATHS } from '../src/rest/wire/paths/paths.ts';
import { wireClients } from './wire-clients.ts';

/** `docs/wire-profiles.md`: what the observed profile accepts and answers, from the entries in the code. */
export function wirePage(): string {
  return `# Wire profiles

<!-- Made by \`npm run docs:wire\` from the entries in src/rest/wire; a test says that it is current. -->

An API client has a wire profile: how it writes and reads the REST interfaces.

| Profile | For |
| --- | --- |
| \`documented\` | Clients that were written from the interface documents. The default. |
| \`observed\` | Public clients of such platforms, which send and expect what this page lists. |

\`\`\`text
flightline client create --seat ID --wire observed
flightline client set --client ID --wire documented
flightline client list
\`\`\`

An admin of a seat changes the profile of a client that the seat manages with \`updateApiClient\` of GraphQL.

A client without a profile of its own has the one that \`FLIGHTLINE_WIRE\` names. A change takes effect at once, for
tokens that were issued before it too. Rules, tenancy, quotas and what is stored are the same for both profiles, and
GraphQL knows none of them. A token that expired or was revoked keeps the profile of its client.

## Connect a client

1. Register it: \`flightline client create --seat ID --wire observed\`.
2. Point its base URLs to the service. A client that has them built in needs a host name that leads to the service, and a
   certificate for it.
3. Set what the table says for its kind, and start the service again.
4. Run the client, and see what it did wrong: \`flightline client check --client ID --follow\`. Administrators of the seat
   read the same from \`ApiClient.diagnostics\` in GraphQL.

${clientTable()}

An assertion with another audience is refused. \`client check\` then shows the audience that was sent and the right one. The
old refresh grants (\`/oauth2/get_token\`) are not supported.

## Differences

${DIVERGENCES.map(section).join('\n\n')}

## Limits on delivery

What targeting takes of a client of the observed profile. Lines and campaigns refuse every field of this table; places,
lists, deals and exchanges are sent to \`POST /traffic/lines/:id/targeting\`. They refuse other names for
the same, too, such as \`frequencyCapPeriodType\`, \`orderFrequencyCap\` or \`segmentsExcluded\`. Targeting refuses every
field that it does not know. \`null\`, \`[]\`, \`["ALL"]\`, \`UNLIMITED\` and a type with \`isTargeted: false\` limit nothing and are accepted.

| What | Fields | Target types | |
| --- | --- | --- | --- |
${LIMITS.map(limitRow).join('\n')}

## Paths

\`openapi-observed.json\`, which the service shows at \`/openapi-observed.json\`, describes these paths with an example of each body.

| Path | Answers |
| --- | --- |
${OBSERVED_PATHS.map(({ method, path, answers }) => `| \`${method} /traffic${path}\` | ${answers} |`).join('\n')}

${wireClients()}`;
}

const clientTable = (): string =>
  [
    '| Kind of client | Base URLs | Settings of the service |',
    '| --- | --- | --- |',
    ...CLIENT_KINDS.map(
      ({ kind, addresses, settings }) => `| ${kind} | ${addresses.join('<br>')} | ${settings.join('<br>')} |`,
    ),
  ].join('\n');

const limitRow = ({ what, fields, types, applied }: Limit): string => {
  const names = [fields, types].map((list) => list.map((name) => `\`${name}\``).join(', '));
  return `| ${what} | ${names.join(' | ')} | ${applied === undefined ? 'Refused by name' : `Applied. ${applied}`} |`;
};

const section = ({ name, differs, sentBy, example }: Divergence): string => `### ${name}

${differs}

_Sent by:_ ${sentBy}

\`\`\`text
documented  ${example.documented}
observed    ${example.observed}
\`\`\``;
