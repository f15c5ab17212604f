import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Role } from '../../../src/domain/context.ts';
import { createClient, createSeat, type TestClient, tokenFor } from '../../support/actors.ts';
import type { TestSystem } from '../../support/system.ts';
import { type Id, type Ids, INPUTS, type Kind } from './inputs.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';
export type Send = (method: Method, url: string, body?: unknown) => Promise<Answer>;

/** One client of every interface. */
export interface Member {
  readonly client: TestClient;
  send(method: Method, url: string, options?: { body?: unknown; headers?: object }): Promise<Answer>;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever it expects to be there
  graphql(query: string, variables?: object, headers?: object): Promise<any>;
}

/** A seat with one of everything, whose texts all hold `mark`. */
export interface Estate extends Member {
  readonly seatId: number;
  readonly mark: string;
  readonly ids: Ids;
}

/** A client of the seat whose token fits the interface of each path. */
export async function createMember(options: {
  system: TestSystem;
  app: FastifyInstance;
  seatId: number;
  role: Role;
  pixelIds?: readonly number[];
}): Promise<Member> {
  const { system, app, ...owner } = options;
  const client = await createClient(system, owner);
  const tokens = {
    dsp: await tokenFor(system, client),
    events: await tokenFor(system, client, { realm: 'events' }),
    aaca: await tokenFor(system, client, { realm: 'aaca' }),
  };
  const credentialsFor = (url: string): Record<string, string> => {
    if (/^\/traffic|^\/extreport/.test(url)) return { 'x-auth-method': 'OAuth2', 'x-auth-token': tokens.dsp };
    const realm = url.startsWith('/v1/') ? 'events' : /^\/(\?|$)/.test(url) ? 'aaca' : 'dsp';
    return { authorization: `Bearer ${tokens[realm]}` };
  };
  const member: Member = {
    client,
    async send(method, url, { body, headers = {} } = {}) {
      const raw = typeof body === 'string' || Buffer.isBuffer(body);
      const {
        statusCode,
        headers: sent,
        body: text,
      } = await app.inject({
        method,
        url,
        headers: {
          ...credentialsFor(url),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { payload: raw ? body : JSON.stringify(body) }),
      });
      return { status: statusCode, headers: sent, text };
    },
    async graphql(query, variables = {}, headers = {}) {
      const { text } = await member.send('POST', '/graphql', { body: { query, variables }, headers });
      return JSON.parse(text);
    },
  };
  return member;
}

/** Made through GraphQL, as a partner would; a mutation that fails throws its answer. */
export async function createEstate(options: {
  system: TestSystem;
  app: FastifyInstance;
  mark?: string;
}): Promise<Estate> {
  const { system, mark = `Mark${randomBytes(6).toString('hex')}` } = options;
  const { seatId, accountGroupId } = await createSeat(system, { legalComplianceCountry: 'IT' });
  const member = await createMember({ ...options, seatId, role: 'ADMIN' });
  const { clientId, userId } = member.client;
  const ids: Record<string, Id> = { AccountGroup: accountGroupId, Client: clientId, User: userId };

  const make = async (mutation: string, selection: string, input: object = {}) => {
    const type = mutation.charAt(0).toUpperCase() + mutation.slice(1);
    const { data, errors } = await member.graphql(
      `mutation ($input: ${type}Input!) { made: ${mutation}(input: $input) {
        ... on ${type}Payload { ${selection} } ... on ValidationError { issues { path message } } } }`,
      { input: { ...INPUTS[mutation]?.(ids as Ids, mark), ...input } },
    );
    if (!data?.made || data.made.issues) throw new Error(JSON.stringify({ mutation, data, errors }));
    return data.made;
  };
  const one = async (kind: Kind, more = ''): Promise<Record<string, { databaseId: number }[]>> => {
    const field = kind.charAt(0).toLowerCase() + kind.slice(1);
    const made = await make(`create${kind}`, `${field} { databaseId ${more} }`);
    ids[kind] = made[field].databaseId;
    return made[field];
  };

  await one('Advertiser');
  for (const kind of [
    'Campaign',
    'Pixel',
    'Segment',
    'Creative',
    'Deal',
    'NativeList',
    'ProductSet',
    'Webhook',
  ] as const)
    await one(kind);
  const line = await one(
    'Line',
    'schedules { databaseId } fees { databaseId } conversionRules { databaseId }',
  );
  ids.LineSchedule = line.schedules?.[0]?.databaseId ?? 0;
  ids.LineFee = line.fees?.[0]?.databaseId ?? 0;
  ids.LineConversion = line.conversionRules?.[0]?.databaseId ?? 0;
  const ad: Record<string, unknown> = await one('Ad', 'schedules { databaseId } countdown { databaseId }');
  ids.AdSchedule = (ad.schedules as { databaseId: number }[])[0]?.databaseId ?? 0;
  ids.AdCountdown = (ad.countdown as { databaseId: number }).databaseId;
  for (const kind of ['AdGroup', 'NativeAd', 'Keyword', 'TargetingAttribute'] as const) await one(kind);
  const added = [{ targetType: 'DAY_PARTING', targetValue: { day: 'Mon', hour: 3 }, multiplier: 2 }];
  const { bidMultipliers } = await make('updateBidMultipliers', 'bidMultipliers { databaseId }', {
    edited: [],
    added,
  });
  ids.BidMultiplier = bidMultipliers[0].databaseId;
  const ofAdvertiser = { seatId, advertiserId: Number(ids.Advertiser) };
  const audience = { ...ofAdvertiser, number: 1, kind: 'email_address', name: mark };
  ids.Audience = (await system.db.audience.create({ data: audience })).id;
  await make('updateTargeting', '__typename');
  for (const status of ['INACTIVE', 'PAUSED'])
    await make('updateLine', '__typename', { id: ids.Line, status });
  ids.Report = (await make('createReport', 'report { customerReportId }')).report.customerReportId;
  const { savedReport } = await make('saveReport', 'savedReport { id }');
  ids.SavedReport = Number(savedReport.id.split(':')[1]);
  ids.SavedView = (await make('saveView', 'savedView { databaseId }')).savedView.databaseId;
  const { data } = await member.graphql('{ changes(first: 1) { nodes { id } } }');
  const { data: webhookData } = await member.graphql(
    '{ webhooks { nodes { deliveries { nodes { id } } } } }',
  );
  ids.WebhookDelivery = Number(webhookData.webhooks.nodes[0].deliveries.nodes[0].id.split(':')[1]);
  ids.Change = Number(data.changes.nodes[0].id.split(':')[1]);
  const campaignId = Number(ids.Campaign);
  ids.Package = (await system.db.package.create({ data: { seatId, campaignId, name: mark } })).id;
  await system.db.clientPixel.create({ data: { clientId, pixelId: Number(ids.Pixel) } });
  return { ...member, seatId, mark, ids: ids as Ids };
}
