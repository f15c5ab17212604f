import { z } from 'zod';
import { ACCESS } from './groups/access.ts';
import { DATABASE } from './groups/database.ts';
import { FILES } from './groups/files.ts';
import { INTERFACES } from './groups/interfaces.ts';
import { OPERATION } from './groups/operation.ts';
import { SANDBOX } from './groups/sandbox.ts';
import { SERVER } from './groups/server.ts';

export { SERVICES, type Service } from './groups/interfaces.ts';

/**
 * Every environment variable that the service reads. `docs/settings.md` is generated from these groups, in
 * their order (`npm run docs:settings`): descriptions are its text, and `unset` describes what happens
 * without a setting that has no default.
 */
export const SETTING_GROUPS = {
  Server: SERVER,
  Database: DATABASE,
  'Files, reports and events': FILES,
  'Keys and tokens': ACCESS,
  Interfaces: INTERFACES,
  Operation: OPERATION,
  'Demo and sandbox': SANDBOX,
};

export const Settings = z.object({
  ...SERVER,
  ...DATABASE,
  ...FILES,
  ...ACCESS,
  ...INTERFACES,
  ...OPERATION,
  ...SANDBOX,
});

export const SETTING_NAMES: readonly string[] = Object.keys(Settings.shape);

/** Environment variables that only commands read. */
export const COMMAND_VARIABLES: readonly string[] = ['FLIGHTLINE_CLIENT_SECRET'];
