import type { z } from 'zod';
import { ConfigError, loadConfig } from '../src/config.ts';
import { SECRET_SETTINGS } from '../src/platform/settings/secret-files.ts';
import { SETTING_GROUPS, SETTING_NAMES } from '../src/platform/settings/settings.ts';

/** `docs/settings.md`: every environment variable that the service reads, from their definitions in the code. */
export function settingsPage(): string {
  return `# Settings

<!-- Made by \`npm run docs:settings\` from src/platform/settings/groups; a test says that it is current. -->

All settings are environment variables. They are checked together when the service starts, and every problem is reported at
once, in a sentence that begins with the name of the setting. An unknown \`FLIGHTLINE_…\` variable is refused with the nearest
known name. An empty variable counts as not set.

\`\`\`console
$ PORT=80a FLIGHTLINE_MASTERKEY=x npm start
${problemsOf({ PORT: '80a', FLIGHTLINE_MASTERKEY: 'x' })}
\`\`\`

A setting that contains credentials can be read from a file, as Docker and Kubernetes mount secrets: set \`NAME_FILE\` to its
path. Both forms at once are refused, and so is a file that is missing or empty. These settings have the form:

${SECRET_SETTINGS.map((name) => `- \`${name}\`${SETTING_NAMES.includes(name) ? '' : ', for commands'}`).join('\n')}

${Object.entries(SETTING_GROUPS).map(section).join('\n\n')}
`;
}

function problemsOf(env: Readonly<Record<string, string>>): string {
  try {
    loadConfig(env);
    return '';
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
}

function section([title, settings]: [string, Readonly<Record<string, z.ZodType>>]): string {
  const rows = Object.entries(settings).map(([name, schema]) => {
    const { unset, values, description } = described(schema);
    return `| \`${name}\` | ${unset} | ${values} | ${description} |`;
  });
  return `## ${title}\n\n| Setting | Default | Values | Meaning |\n| --- | --- | --- | --- |\n${rows.join('\n')}`;
}

interface Described {
  readonly unset: string;
  readonly values: string;
  readonly description: string;
}

/** Goes from the outermost type of a setting to what is sent, and collects what each says. */
function described(schema: z.ZodType): Described {
  const { description = '', unset, values } = schema.meta() ?? {};
  const { def } = schema as z.ZodType & { def: Definition };
  const inner = def.innerType ?? def.in;
  const below = inner ? described(inner) : { unset: '', values: '', description: '' };
  return {
    description: description || below.description,
    unset: text(unset) || text(def.defaultValue, true) || below.unset,
    values: text(values) || (def.entries ? Object.values(def.entries).map(code).join(', ') : below.values),
  };
}

interface Definition {
  readonly innerType?: z.ZodType;
  readonly in?: z.ZodType;
  readonly defaultValue?: unknown;
  readonly entries?: Readonly<Record<string, string>>;
}

const code = (value: unknown): string => `\`${value}\``;
const text = (value: unknown, isCode = false): string =>
  value === undefined || value === '' ? '' : isCode ? code(value) : String(value);
