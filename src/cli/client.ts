import { readFile, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { checkClient } from '../domain/access/diagnostics/list.ts';
import { allowPixel } from '../domain/access/identity/clients/allow-pixel.ts';
import { createClient } from '../domain/access/identity/clients/create-client.ts';
import { encryptCredentials, readPublicKey } from '../domain/access/identity/clients/credentials-file.ts';
import { listClients } from '../domain/access/identity/clients/list-clients.ts';
import { revokeClient } from '../domain/access/identity/clients/revoke-client.ts';
import { rotateClient } from '../domain/access/identity/clients/rotate-client.ts';
import { setClient } from '../domain/access/identity/clients/set-client.ts';
import { suspendClient } from '../domain/access/identity/clients/suspend-client.ts';
import { createClientCode } from '../domain/access/identity/create-client-code.ts';
import {
  isRealm,
  REALMS,
  type Realm,
  realmByName,
  realmName,
  SEAT_REALMS,
} from '../domain/access/identity/realms.ts';
import { MAX_CLIENT_NAME } from '../domain/access/identity/seat-clients/input.ts';
import { WIRE_PROFILES, type WireProfile } from '../domain/access/identity/wire-profile.ts';
import type { Role, System } from '../domain/context.ts';
import { codeOf, keysOf } from '../platform/text/typed.ts';
import { nameProblem } from '../resources/define/fields.ts';
import { command, integer, integers, roleOption } from './support/arguments.ts';
import { followClient } from './support/follow-client.ts';
import { CommandError, UsageError } from './support/output.ts';
import { withSystem } from './support/with-system.ts';

interface CreateOptions {
  readonly name?: string;
  readonly seat: number;
  readonly role: Role;
  readonly realm?: readonly string[];
  readonly pixel?: readonly number[];
  readonly publicKey?: string;
  readonly wire?: WireProfile;
}

interface CheckOptions {
  readonly client: string;
  readonly follow?: true;
  readonly json?: boolean;
}

const wireOption = () =>
  new Option('--wire <profile>', 'wire profile: documented or observed').choices(WIRE_PROFILES);

/** `client create`, `set`, `list`, `check`, `rotate`, `revoke`, `suspend`, `resume`, `allow`, `code` */
export function register(program: Command): void {
  const client = program.command('client').description('Manages API clients and their credentials.');

  command(client, 'create', 'Creates an API client with a user of its own. Shows the secret only once.')
    .requiredOption('--seat <id>', 'ID of the seat that the client works in', integer)
    .option('--name <name>', 'what the client is for')
    .addOption(roleOption().default('ADMIN'))
    .option('--realm <realm...>', 'dsp, events, aaca or admin; can be repeated (default: all but admin)')
    .option('--pixel <id...>', 'ID of a pixel that the client can send events for; can be repeated', integers)
    .option(
      '--public-key <file>',
      'encrypt the credentials with this RSA public key and write them to a file',
    )
    .addOption(wireOption())
    .action(withSystem(create));

  command(client, 'set', 'Changes the name or the wire profile of a client. Takes effect at once.')
    .requiredOption('--client <id>')
    .option('--name <name>', 'what the client is for')
    .addOption(wireOption())
    .action(
      withSystem((system, options: { client: string; name?: string; wire?: WireProfile }) => {
        const { client: clientId, name, wire } = options;
        if (name === undefined && wire === undefined) throw new UsageError('Specify --name, --wire or both.');
        return setClient({ system, clientId, name: checkedName(name), wire });
      }),
    );

  command(client, 'list', 'Lists clients without their secrets, including revoked ones.')
    .option('--seat <id>', 'only clients of this seat', integer)
    .action(
      withSystem((system, options: { seat?: number }) => listClients({ system, seatId: options.seat })),
    );

  command(
    client,
    'check',
    'Shows what a client did wrong during the last hour, over REST, GraphQL and the interfaces of events and conversions.',
  )
    .requiredOption('--client <id>')
    .option('--follow', 'go on, and print each problem when it occurs, until the command is interrupted')
    .action(
      withSystem(async (system, { client: clientId, ...options }: CheckOptions) => {
        if (!options.follow) return checkClient({ system, clientId });
        await followClient({ system, clientId, ...options });
        return { clientId };
      }),
    );

  command(
    client,
    'rotate',
    'Creates a new secret for a client. Without an overlap, it then has access to all seats of its user.',
  )
    .requiredOption('--client <id>')
    .option('--overlap <seconds>', 'how long the old secret remains valid', integer, 0)
    .action(
      withSystem((system, options: { client: string; overlap: number }) =>
        rotateClient({ system, clientId: options.client, overlapS: options.overlap }),
      ),
    );

  command(client, 'revoke', 'Revokes a client and all its tokens.')
    .requiredOption('--client <id>')
    .action(
      withSystem((system, options: { client: string }) => revokeClient({ system, clientId: options.client })),
    );

  for (const [name, suspended, description] of [
    [
      'suspend',
      true,
      'Suspends a client: every process refuses its tokens within 5 seconds, also on intake.',
    ],
    ['resume', false, 'Lets a suspended client work again. Tokens that have not expired are valid again.'],
  ] as const)
    command(client, name, description)
      .requiredOption('--client <id>')
      .action(
        withSystem((system, options: { client: string }) =>
          suspendClient({ system, clientId: options.client, suspended }),
        ),
      );

  command(client, 'allow', 'Allows a client to send events for a pixel.')
    .requiredOption('--client <id>')
    .requiredOption('--pixel <id>', 'ID of the pixel', integer)
    .action(
      withSystem((system, options: { client: string; pixel: number }) =>
        allowPixel({ system, clientId: options.client, pixelId: options.pixel }),
      ),
    );

  command(client, 'code', 'Creates an authorization code that is valid for 60 seconds and one use.')
    .requiredOption('--client <id>')
    .requiredOption('--redirect-uri <uri>')
    .action(
      withSystem((system, options: { client: string; redirectUri: string }) =>
        createClientCode({ system, clientId: options.client, redirectUri: options.redirectUri }),
      ),
    );
}

async function create(system: System, options: CreateOptions): Promise<object> {
  const { seat: seatId, role, pixel: pixelIds = [], publicKey: keyFile, wire } = options;
  const name = checkedName(options.name);
  const realms = (options.realm ?? SEAT_REALMS).map((name) => realmOf(system, name));
  // The key is read first, because a client whose secret nobody knows would be useless.
  const publicKey = keyFile === undefined ? undefined : readPublicKey(await readKeyFile(keyFile));
  const made = await createClient({ system, seatId, role, name, realms, pixelIds, wire });
  if (keyFile === undefined || publicKey === undefined) return made;

  const { clientId, userId } = made;
  const credentialsFile = resolve(dirname(keyFile), `${clientId}.jwe`);
  const sealed = await encryptCredentials(publicKey, made);
  try {
    await writeFile(credentialsFile, `${sealed}\n`, { mode: 0o600 });
  } catch {
    await revokeClient({ system, clientId });
    throw new CommandError(`${credentialsFile} cannot be written. The new client was revoked.`);
  }
  return { clientId, userId, seatId, credentialsFile };
}

function checkedName(name: string | undefined): string | undefined {
  const problem = name === undefined ? undefined : nameProblem(name, MAX_CLIENT_NAME);
  if (problem) throw new UsageError(`--name ${problem}.`);
  return name;
}

function realmOf(system: System, name: string): Realm {
  const realm = realmByName(system.config, name) ?? (isRealm(name) ? name : undefined);
  if (realm) return realm;
  const known = keysOf(REALMS).map((each) => realmName(system.config, each));
  throw new UsageError(`Unknown realm '${name}'. Known realms: ${known.join(', ')}.`);
}

const readKeyFile = (file: string): Promise<string> =>
  readFile(file, 'utf8').catch((error) => {
    throw new CommandError(`Cannot read ${file}: ${codeOf(error)}.`);
  });
