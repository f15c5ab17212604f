import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const src = join(root, 'src');

/** Files that outlive no process that a caller reaches. */
const ELSEWHERE = /^(cli|client|dashboard|demo|pages)\//;

/** Collections that are empty when a module is loaded or an object is made: something is put into them later. */
const LONG_LIVED =
  /^(?:export )?(?:const|let) .*= new (?:Map|Set)(?:<.*>)?\(\);|^ {2}(?!const |let )(?:(?:readonly|static|private) )*#?\w+.*= new (?:Map|Set)(?:<.*>)?\(\);|new (?:LRUCache|DataLoader)\b|new WeakMap<[^;]*\b(?:Map|Set|LRUCache|DataLoader|Record)\b|^(?:export )?(?:const|let) \w+: Record<.*= \{\};/m;

const PARTS_OF_THE_SCHEMA = 'types and fields of the schema, made once at the start';
const OF_ONE_CALL = 'an object of one call, which ends with it';
const NAMES_OF_THE_CODE = 'names that stand in the code';

/** Files whose keys no caller chooses, and why. */
const OWN_KEYS: Readonly<Record<string, string>> = {
  'platform/database/transaction/batch-in-transaction.ts':
    'an object of one transaction, by names that stand in the code',
  'platform/database/rows/names.ts': 'columns of our own tables',
  'platform/database/connection/replica.ts': 'calls that wait, by themselves',
  'platform/database/connection/server-watch.ts': 'connections of our own',
  'platform/database/connection/time-limits.ts': 'connections of our own',
  'platform/database/rows/whole-row.ts': 'tables of our own',
  'platform/keys/crypto.ts': NAMES_OF_THE_CODE,
  'domain/audiences/dictionary/version.ts': 'names of the lists of the dictionary',
  'domain/events/event/parse.ts': 'the operator that the settings name',
  'domain/events/event/rules.ts': 'the operator that the settings name',
  'domain/access/idempotency/carried-out.ts': OF_ONE_CALL,
  'domain/access/identity/tokens/live-access.ts': 'caches nothing: batches concurrent reads',
  'resources/define/input.ts': OF_ONE_CALL,
  'domain/events/intake/partitions.ts': 'days that have a partition in the database',
  'platform/network/certificates.ts': 'public URLs of the settings',
  'resources/define/nullable.ts': 'columns of our own tables',
  'domain/sandbox/auction/pacing.ts': 'hours of a flight, while its delivery is made up',
  'domain/sandbox/auction/supply.ts': 'countries and media, while delivery is made up',
  'domain/sandbox/delivery/spent.ts': 'flights and campaigns, while their delivery is made up',
  'graphql/delivery/has-delivery.ts': OF_ONE_CALL,
  'graphql/parts/connection-types.ts': PARTS_OF_THE_SCHEMA,
  'graphql/parts/values/enums.ts': PARTS_OF_THE_SCHEMA,
  'graphql/parts/filters.ts': PARTS_OF_THE_SCHEMA,
  'graphql/parts/inputs.ts': PARTS_OF_THE_SCHEMA,
  'graphql/parts/mutation.ts': PARTS_OF_THE_SCHEMA,
  'graphql/parts/node-types.ts': PARTS_OF_THE_SCHEMA,
  'graphql/parts/root-rows.ts': PARTS_OF_THE_SCHEMA,
  'graphql/parts/resource-type.ts': PARTS_OF_THE_SCHEMA,
  'graphql/reading/deferred-field.ts': PARTS_OF_THE_SCHEMA,
  'http/connections/client-abort.ts': OF_ONE_CALL,
  'graphql/reading/plan/planning.ts': 'resources that stand in the code',
  'graphql/reports/report-input.ts': PARTS_OF_THE_SCHEMA,
  'graphql/server/documents/merged-fields.ts': OF_ONE_CALL,
  'graphql/server/price/cost.ts': OF_ONE_CALL,
  'graphql/server/price/reads.ts': OF_ONE_CALL,
  'http/requests/call-notes.ts': 'at most ten codes, of one call',
  'http/requests/metrics.ts':
    'interface, method, route and status, all from closed sets; kinds and codes of GraphQL too',
  'platform/log/outage-log.ts': 'at most a hundred causes of outages, of the last minute',
  'warehouse/s3/files.ts': NAMES_OF_THE_CODE,
  'resources/read/registry.ts': 'resources that stand in the code',
  'operations/worker/webhooks/sender.ts': 'deliveries of one webhook that are on their way',
};

const files = (readdirSync(src, { recursive: true }) as string[])
  .filter((path) => path.endsWith('.ts') && !ELSEWHERE.test(path))
  .map((path) => path.replaceAll('\\', '/'));
const [, section = ''] =
  /## Caches and their bounds\n([\s\S]*?)(?=\n## |$)/.exec(
    readFileSync(join(root, 'docs/security.md'), 'utf8'),
  ) ?? [];
const documented = [...section.matchAll(/`([\w/-]+\.ts)`/g)].map(([, path]) => String(path));

test('every collection that outlives a call stands in docs/security.md with its bounds, or its keys are our own', () => {
  const found = files.filter((path) => LONG_LIVED.test(readFileSync(join(src, path), 'utf8')));
  expect(found.length).toBeGreaterThan(50);
  const known = new Set([...documented, ...Object.keys(OWN_KEYS)]);
  expect(found.filter((path) => !known.has(path))).toEqual([]);
});

test('every entry names an existing file, once', () => {
  const known = [...new Set(documented), ...Object.keys(OWN_KEYS)];
  expect(known.filter((path) => !files.includes(path))).toEqual([]);
  expect(new Set(known).size).toBe(known.length);
});

test('every LRU cache is bounded by entries, and by bytes unless its keys are numbers', () => {
  for (const path of files) {
    const text = readFileSync(join(src, path), 'utf8');
    for (const [, key = '', options = ''] of text.matchAll(
      /new LRUCache(?:<(\w+)[^(]*>)?\(\{([\s\S]*?)\}\)/g,
    )) {
      expect([path, options]).toEqual([path, expect.stringMatching(/\bmax: /)]);
      if (key !== 'number') expect([path, options]).toEqual([path, expect.stringMatching(/\bmaxSize: /)]);
    }
  }
});
