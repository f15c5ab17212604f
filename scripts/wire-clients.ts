import { CLIENTS } from '../test/clients/clients.ts';
import { expectedTable, notesOf } from '../test/clients/table.ts';

/** The part of `docs/wire-profiles.md` about public clients, from the facts that `test/clients` plays. */
export const wireClients = (): string => `## Clients

Public clients of such platforms, and what each needs to be pointed at the service. \`test/clients\` sends what they send
and reads what they read.

| | Client | Needs |
| --- | --- | --- |
${CLIENTS.map(({ letter, name, needs }) => `| ${letter} | ${name} | ${needs} |`).join('\n')}

\`yes\`: the client can send the request and read the answer. A number: the request is refused with this status.

${expectedTable(CLIENTS)}

${notesOf(CLIENTS)
  .map((note) => `- ${note}`)
  .join('\n')}
`;
