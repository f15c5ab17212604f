import { isInputObjectType, isObjectType, isUnionType } from 'graphql';
import { describe, expect, test } from 'vitest';
import { schema } from '../../src/graphql/schema.ts';
import { AFGHANISTAN } from '../support/seat.ts';
import { guardedSystem } from './guards/guarded.ts';
import { type Id, INPUTS } from './guards/inputs.ts';

/** `validateOnly` says what would change, in the words of the change history (issue of safe writes). */

const guarded = await guardedSystem();
const estate = await guarded.estate();
const { system } = guarded;

/** Mutations that change nothing of a seat that the history records. */
const SANDBOX = [
  ...['advanceSandboxClock', 'setSandboxClock', 'addSandboxFault', 'removeSandboxFault'],
  ...['resetSandbox', 'takeSandboxSnapshot', 'restoreSandboxSnapshot'],
  'removeSandboxSnapshot',
];
const VIEWS = ['saveView', 'updateSavedView', 'deleteSavedView'];
const CLIENTS = ['createApiClient', 'updateApiClient', 'rotateApiClient', 'revokeApiClient'];
const SENT = ['sendPixelEvent', 'sendConversion', 'replayRefusedEvents', 'loadProductFeed'];
const UNRECORDED = [
  ...CLIENTS,
  'createAuthorizationCode',
  'createClick',
  'createReport',
  'cancelReport',
  'deleteReport',
  'saveReport',
  'updateSavedReport',
  'deleteSavedReport',
  'scheduleReport',
  'linkSavedReport',
  'unlinkSavedReport',
  ...VIEWS,
  'replayWebhookDelivery',
  'testWebhook',
  'rotateWebhookSecret',
  ...SENT,
  ...SANDBOX,
];
/** Those without a change in the history: a click is not stored, codes and clients are secrets, a clock belongs to no seat, a view to one user. */
const SILENT = ['createAuthorizationCode', 'createClick', ...SENT, ...CLIENTS, ...SANDBOX, ...VIEWS];

const CHANGES = 'changes { path before after }';
/** What the estate's makings left unchanged. */
const OTHER_INPUTS: Readonly<Record<string, object>> = {
  updatePixelClients: { pixelId: estate.ids.Pixel, removed: [estate.ids.Client] },
  updateTargeting: { lineId: estate.ids.Line, geos: { added: [AFGHANISTAN] } },
};
const single = Object.keys(schema.getMutationType()?.getFields() ?? {}).filter(
  (name) => !UNRECORDED.includes(name) && !/s$/.test(name.replace(/Targeting|Multipliers|Clients/, '')),
);

/** IDs and times that differ in each run. */
const comparable = (value: unknown) =>
  JSON.parse(
    JSON.stringify(value, (key, inner) =>
      /^(id|createdAt|updatedAt)$/.test(key) || key.endsWith('Id') ? undefined : inner,
    ),
  );

const fieldsOf = (name: string) => {
  const type = schema.getType(name);
  return isObjectType(type) || isInputObjectType(type) ? Object.keys(type.getFields()) : [];
};

/** What was drawn of 32-bit sequences. Numbers of changes are of 64 bits and never used up. */
const drawn = async () =>
  (
    await system.pool.query(
      `SELECT sequencename, last_value FROM pg_sequences WHERE data_type = 'integer'::regtype ORDER BY 1`,
    )
  ).rows;

const count = async () => (await system.pool.query('SELECT count(*)::int AS n FROM change')).rows[0].n;

test('every payload of a mutation says its changes', () => {
  const silent = Object.entries(schema.getMutationType()?.getFields() ?? {}).filter(([name, field]) => {
    const type = schema.getType(String(field.type).replace(/[[\]!]/g, ''));
    const members = isUnionType(type) ? type.getTypes() : [type];
    const payload = members.find((member) => /(Payload|Item)$/.test(String(member)));
    return !SILENT.includes(name) && !(isObjectType(payload) && payload.getFields().changes);
  });
  expect(silent.map(([name]) => name)).toEqual([]);
  expect(single.length).toBeGreaterThan(25);
});

const isDelete = (name: string) => name.startsWith('delete');
const deletesLast = [...single.filter((name) => !isDelete(name)), ...single.filter(isDelete)];

describe.each(deletesLast)('%s', (name) => {
  const type = name.charAt(0).toUpperCase() + name.slice(1);
  const byId = !isInputObjectType(schema.getType(`${type}Input`));
  const argument = byId ? 'id: $input' : 'input: $input';
  const document = `mutation ($input: ${byId ? 'ID' : `${type}Input`}!, $dry: Boolean!) {
    done: ${name}(${argument}, validateOnly: $dry) {
      __typename ... on ${type}Payload { ${CHANGES} } ... on Error { message }
    }
  }`;

  test('a dry run returns the changes that the real run then records, by the fields’ names, and records none', async () => {
    const kind = name.replace(/^delete/, '') as keyof typeof estate.ids;
    const input: unknown = byId
      ? String(estate.ids[kind] as Id)
      : (OTHER_INPUTS[name] ?? INPUTS[name]?.(estate.ids, `${estate.mark}changed`));
    const before = { changes: await count(), ids: await drawn() };
    const dry = (await estate.graphql(document, { input, dry: true })).data.done;
    expect(dry.__typename).toBe(`${type}Payload`);
    expect({ changes: await count(), ids: await drawn() }).toEqual(before);

    const requestId = `real-${name}`;
    const headers = { 'x-request-id': requestId, 'idempotency-key': requestId };
    const real = (await estate.graphql(document, { input, dry: false }, headers)).data.done;
    // The key is recorded in the transaction that wrote, or a retry after a crash would write again.
    const noted = await system.db.idempotencyRecord.findFirst({ where: { key: requestId } });
    expect(noted).toMatchObject({ carriedOut: true });
    const { data } = await estate.graphql(
      `query ($filter: ChangeFilter) { changes(filter: $filter) { nodes { resource fields { path before after } } } }`,
      { filter: { requestId } },
    );
    const { resource, fields: recorded } = data.changes.nodes[0] ?? { fields: [] };
    expect(real.changes).toEqual(recorded);
    expect(comparable(dry.changes)).toEqual(comparable(recorded));
    expect(recorded).not.toEqual([]);
    const paths: string[] = recorded.map(({ path }: { path: string }) => path);
    const known = [resource, `${type}Input`].flatMap(fieldsOf);
    expect(paths.filter((path) => !known.includes(path))).toEqual([]);
  });
});

describe('IDs', () => {
  test('every integer ID that callers can allocate is taken from its sequence with next_id', async () => {
    const { rows } = await system.pool.query(
      `SELECT table_name FROM information_schema.columns WHERE table_schema = 'public' AND data_type = 'integer'
       AND column_default LIKE '%nextval(%' ORDER BY 1`,
    );
    expect(rows.map(({ table_name }) => table_name)).toEqual(['change_epoch', 'fact_file', 'sandbox_fault']);
  });

  test('a dry run of 200 lines, ads and campaigns takes none; its rows have negative ones', async () => {
    const own = await guarded.estate();
    const input = (name: string) => INPUTS[name]?.(own.ids, own.mark);
    const before = await drawn();
    const { data, errors } = await own.graphql(
      `mutation ($lines: [CreateLineInput!]!, $ads: [CreateAdInput!]!, $campaigns: [CreateCampaignsInput!]!) {
        createLines(inputs: $lines, validateOnly: true) {
          ... on CreateLinePayload { line { id databaseId schedules { id } } } }
        createAds(inputs: $ads, validateOnly: true) { ... on CreateAdPayload { ad { databaseId } } }
        createCampaigns(inputs: $campaigns, validateOnly: true) {
          ... on CreateCampaignPayload { campaign { databaseId } } }
      }`,
      {
        lines: Array(200).fill(input('createLine')),
        ads: Array(200).fill(input('createAd')),
        campaigns: Array.from({ length: 200 }, (_, n) => ({
          ...(input('createCampaign') as object),
          name: `${own.mark} ${n}`,
        })),
      },
    );
    expect(errors).toBeUndefined();
    expect(await drawn()).toEqual(before);
    const ids: number[] = [
      ...data.createLines.map(({ line }: { line: { databaseId: number } }) => line.databaseId),
      ...data.createAds.map(({ ad }: { ad: { databaseId: number } }) => ad.databaseId),
      ...data.createCampaigns.map(
        ({ campaign }: { campaign: { databaseId: number } }) => campaign.databaseId,
      ),
    ];
    expect(ids.every((id) => id < 0)).toBe(true);
    expect(new Set(ids).size).toBe(600);
  });

  test('dry runs at once do not wait for one another', async () => {
    const own = await guarded.estate();
    const dry = `mutation ($input: CreateLineInput!) { createLine(input: $input, validateOnly: true) { __typename } }`;
    const input = INPUTS.createLine?.(own.ids, own.mark);
    const answers = await Promise.all(Array.from({ length: 8 }, () => own.graphql(dry, { input })));
    for (const { data } of answers) expect(data.createLine.__typename).toBe('CreateLinePayload');
  });
});

describe('bulk', () => {
  test('each item says its own changes, a refused one none', async () => {
    const own = await guarded.estate();
    const { Line, AdGroup } = own.ids;
    const { data } = await own.graphql(
      `mutation ($lines: [UpdateLineInput!]!, $groups: [UpdateAdGroupInput!]!) {
        updateLines(inputs: $lines, validateOnly: true) { ... on UpdateLinePayload { ${CHANGES} } }
        updateAdGroups(inputs: $groups, validateOnly: true) {
          __typename ... on UpdateAdGroupPayload { ${CHANGES} } }
      }`,
      {
        lines: [
          { id: Line, name: 'One' },
          { id: Line, campaignId: 2_000_000_011 },
          { id: Line, maxGoal: 7 },
        ],
        groups: [
          { id: AdGroup, name: 'Two' },
          { id: 2_000_000_011, name: 'None' },
        ],
      },
    );
    expect(data.updateLines).toMatchObject([
      { changes: [{ path: 'name', after: 'One' }] },
      {},
      { changes: [{ path: 'maxGoal', after: 7 }] },
    ]);
    expect(data.updateAdGroups).toMatchObject([
      { changes: [{ path: 'name', after: 'Two' }] },
      { __typename: 'NotFoundError' },
    ]);
  });
});

test('a row that is not stored, or no more, is shown whole', async () => {
  const own = await guarded.estate();
  const input = (name: string) => INPUTS[name]?.(own.ids, own.mark);
  const { data, errors } = await own.graphql(
    `mutation ($campaign: CreateCampaignsInput!, $report: CreateReportInput!, $gone: DeleteReportInput!) {
      createCampaigns(inputs: [$campaign], validateOnly: true) { ... on CreateCampaignPayload { campaign { extra } } }
      createReport(input: $report, validateOnly: true) {
        ... on CreateReportPayload { report { requestPayload } } }
      deleteReport(input: $gone) { ... on DeleteReportPayload { report { requestPayload } } }
    }`,
    {
      campaign: input('createCampaign'),
      report: input('createReport'),
      gone: input('deleteReport'),
    },
  );
  expect(errors).toBeUndefined();
  const report = { requestPayload: { dateTypeId: 10 } };
  expect(data).toMatchObject({
    createCampaigns: [{ campaign: { extra: {} } }],
    createReport: { report },
    deleteReport: { report },
  });
});

test('billing contacts are shown only to seats that see them', async () => {
  const hidden = `mutation ($input: UpdateAdvertiserInput!) {
    updateAdvertiser(input: $input, validateOnly: true) { ... on UpdateAdvertiserPayload { ${CHANGES} } }
  }`;
  const person = { firstName: 'A', lastName: 'B', email: 'a@b.example', legalMandateConfirmation: true };
  const billingContact = { ...person, addressLine1: '1', city: 'C', country: 'US' };
  const input = { id: estate.ids.Advertiser, billingContact };
  const shown = await estate.graphql(hidden, { input });
  expect(shown.data.updateAdvertiser.changes).toMatchObject([{ path: 'billingContact' }]);
  await system.pool.query('UPDATE seat SET legal_compliance_country = NULL WHERE id = $1', [estate.seatId]);
  // What a token may do is remembered until the database announces a change.
  await expect
    .poll(async () => (await estate.graphql(hidden, { input })).data.updateAdvertiser.changes, {
      timeout: 1_000,
    })
    .toEqual([]);
});
