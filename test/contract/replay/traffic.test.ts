import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WireProfile } from '../../../src/domain/access/identity/wire-profile.ts';
import type { Divergence } from '../../../src/rest/wire/divergence.ts';
import { DIVERGENCES } from '../../../src/rest/wire/divergences.ts';
import { adEnums } from '../../../src/rest/wire/enum-values/ads.ts';
import { lineEnums } from '../../../src/rest/wire/enum-values/lines.ts';
import { flightBudgets } from '../../../src/rest/wire/flight-budgets.ts';
import { flightOfLine } from '../../../src/rest/wire/line-flight.ts';
import { rateLimitFields } from '../../../src/rest/wire/rate-limit.ts';
import { rateLimited, validationMessages } from '../../../src/rest/wire/refusals.ts';
import { targeting } from '../../../src/rest/wire/targeting/targeting.ts';
import { createClient, createSeat, tokenFor } from '../../support/actors.ts';
import { type Caller, createCaller } from '../../support/caller.ts';
import { createAdvertiser, type TrafficTest, trafficTest } from '../../support/traffic/traffic.ts';
import { type TrafficClient, trafficClient } from '../../support/traffic/traffic-client.ts';
import type { Example, Made } from './example.ts';
import { EXAMPLES } from './examples.ts';
import { moment, nothing, object, type Shape } from './shape.ts';

/**
 * Every documented request of the traffic interface, sent over HTTP by a client of each wire profile: the answer
 * has exactly the documented keys and types; in the observed profile, except for the differences that
 * docs/wire-profiles.md lists. Rules and refusals of single fields are in test/rest/traffic.
 */
let test: TrafficTest;
let url: string;
// biome-ignore lint/suspicious/noExplicitAny: answers, of whatever shape
const made: Record<string, any> = {};
type Replies = ReadonlyMap<string, { status: number; body: unknown }>;
let replies: Replies;
let observed: Replies;

beforeAll(async () => {
  test = await trafficTest();
  url = await test.app.app.listen({ port: 0, host: '127.0.0.1' });
  replies = await replay('documented', made);
  observed = await replay('observed', {});
});
afterAll(() => test.app.app.close());

/** Sends the examples in their order; `made` takes what each was answered. */
async function replay(wire: WireProfile, made: Made): Promise<Replies> {
  const { system, app } = test;
  const caller = await createCaller(system, { app });
  const clientOf = async (options: Parameters<typeof createClient>[1]): Promise<TrafficClient> => {
    const token = await tokenFor(system, await createClient(system, { ...options, wire }));
    return trafficClient({ url: `${url}/traffic`, token });
  };
  const { seatId } = await createSeat(system, { legalComplianceCountry: 'FR' });
  const clients = {
    any: await clientOf({ seatId: caller.seatId }),
    compliant: await clientOf({ seatId }),
    limited: await clientOf({ quotas: { getPerMin: 1 } }),
  };
  made.given = { ...(await provide(caller)), targets: await targetsOf(clients.any) };
  const answered = new Map<string, { status: number; body: unknown }>();
  for (const { title, by = 'any', send } of EXAMPLES) {
    const reply = await clients[by].send(...send(made));
    answered.set(title, reply);
    made[title] = reply.body.response;
  }
  return answered;
}

/** What the interface cannot make itself, and an account manager hands over. */
async function provide(caller: Caller) {
  const advertiserId = await createAdvertiser(caller);
  const creative = (name: string, mediaType: string, title: string) => ({
    advertiserId,
    name,
    mediaType,
    title,
    landingUrl: 'https://shoes.example/',
  });
  const { campaign, native, display, pixel } = await caller.graphql(
    `mutation ($campaign: CreateCampaignInput!, $native: CreateCreativeInput!, $display: CreateCreativeInput!,
      $pixel: CreatePixelInput!) {
      campaign: createCampaign(input: $campaign) { ... on CreateCampaignPayload { campaign { databaseId } } }
      native: createCreative(input: $native) { ... on CreateCreativePayload { creative { databaseId } } }
      display: createCreative(input: $display) { ... on CreateCreativePayload { creative { databaseId } } }
      pixel: createPixel(input: $pixel) { ... on CreatePixelPayload { pixel { databaseId } } }
    }`,
    {
      campaign: { advertiserId, name: 'Spring' },
      native: creative('Spring sale', 'NATIVE', 'Ends in {time}'),
      display: creative('Banner', 'DISPLAY', 'Shoes'),
      pixel: { advertiserId, name: 'Orders' },
    },
  );
  return {
    advertiserId,
    orderId: campaign.campaign.databaseId,
    nativeCreativeId: native.creative.databaseId,
    creativeId: display.creative.databaseId,
    beaconId: pixel.pixel.databaseId,
  };
}

/** One target of each type that has IDs, from the lookup that the document speaks of. */
async function targetsOf(client: TrafficClient) {
  const types = ['SUPPLY_GROUP', 'SITE_X_DEVICE', 'SITE_GROUP_X_DEVICE'];
  return Promise.all(
    types.map(async (targetType) => {
      const [target] = await client.call('GET', `/targeting/bidmultipliertargets?type=${targetType}`);
      return { targetType, targetValue: target.id };
    }),
  );
}

const envelope = (status: number, shape: Shape) =>
  status === 200
    ? object({ response: shape, errors: nothing, timeStamp: moment })
    : object({ response: nothing, errors: shape, timeStamp: moment });

const findingsOf = ({ title, status = 200, shape }: Example, answers: Replies): string[] =>
  envelope(status, shape)(answers.get(title)?.body, 'answer');

describe('each documented request is answered in the documented shape', () => {
  // covers: 2.response-envelope-all-operations.response, 2.response-envelope-all-operations.errors
  // covers: 2.response-envelope-all-operations.timestamp
  it.each(EXAMPLES)('$title', (example) => {
    const { title, status = 200 } = example;
    const found = { status: replies.get(title)?.status, findings: findingsOf(example, replies) };
    expect(found).toEqual({ status, findings: [] });
  });

  it('each under a title of its own', () => {
    expect(replies.size).toBe(EXAMPLES.length);
  });
});

/** What the entries of the observed profile change in the answers to these requests. */
const DIFFERENCES: readonly (readonly [Divergence, RegExp])[] = [
  [rateLimitFields, /^answer\.response\.(userId|(get|post|put|l)\w*imit\w*) is not documented$/],
  [targeting, /^answer\.response\.(\w+(Included|Excluded)|frequencyCapPeriod) is not documented$/],
  [flightOfLine, /^answer\.response\.(schedule|budgetSchedule|dailyBudget) is not documented$/],
  [flightBudgets, /^answer\.response\.schedules\[\d+\]\.dailyBudget is not documented$/],
  [lineEnums, /^answer\.response\.(channelType is not documented|(goalType|objective) is no one of )/],
  [adEnums, /^answer\.response\.nativeAdStatus is no null: "(ACTIVE|PAUSED)"$/],
  [validationMessages, /^answer\.errors\.validationMessages is not documented$/],
  [rateLimited, /^answer\.(validationMessages is not documented|errors is no object: null)$/],
];

describe('in the observed profile', () => {
  it.each(EXAMPLES)('$title: answered alike, but for what an entry says', (example) => {
    const { title, status = 200 } = example;
    const unexplained = findingsOf(example, observed).filter(
      (finding) => !DIFFERENCES.some(([, pattern]) => pattern.test(finding)),
    );
    expect({ status: observed.get(title)?.status, unexplained }).toEqual({ status, unexplained: [] });
  });

  it('each of these entries shows, and is one of the list', () => {
    const findings = EXAMPLES.flatMap((example) => findingsOf(example, observed));
    for (const [divergence, pattern] of DIFFERENCES) {
      expect(findings.filter((finding) => pattern.test(finding))).not.toEqual([]);
      expect(DIVERGENCES).toContain(divergence);
    }
  });
});

describe('what an example is answered is what it says', () => {
  it('a created resource is read back as it was answered', () => {
    expect(made['a read deal']).toEqual(made.deal);
    expect(made['a read line']).toEqual(made.line);
    expect(made['a read ad']).toEqual(made['native ad']);
    expect(made['a read native list']).toEqual(made['native list']);
    expect(made['a read product set']).toEqual(made['product set']);
    expect(made['read targeting']).toEqual(made['funnel targeting']);
  });

  it('an advertiser created without a secondary category holds -1', () => {
    expect(made.advertiser.iabSecondaryCategoryId).toBe(-1);
  });

  it('of a schedule with an id and one without, both are answered, the new one with an id', () => {
    const [first] = made['display ad'].schedules;
    const { schedules } = made['an ad updated at /ad'];
    expect(schedules).toHaveLength(2);
    expect(schedules[0]).toEqual(first);
    expect(schedules[1].id).not.toBe(first.id);
  });

  it('an edited multiplier has its new value, removed ones are gone', () => {
    const [first, , , fourth] = made['added multipliers'].bidMultipliers;
    expect(made['edited and removed multipliers'].bidMultipliers).toEqual([
      { ...first, multiplier: 1.25 },
      fourth,
    ]);
  });
});
