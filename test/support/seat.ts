import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { createPixel } from '../../src/domain/audiences/pixel/create.ts';
import { createAd } from '../../src/domain/campaigns/ad/create.ts';
import { createAdvertiser } from '../../src/domain/campaigns/advertiser/create.ts';
import { createCampaign } from '../../src/domain/campaigns/campaign/create.ts';
import { createCreative } from '../../src/domain/campaigns/creative/create.ts';
import { createLine } from '../../src/domain/campaigns/line/create.ts';
import { updateTargeting } from '../../src/domain/campaigns/targeting/update.ts';
import type { Role } from '../../src/domain/context.ts';
import { contextOf, createClient, createSeat } from './actors.ts';
import { bearerHeaders, type Reply, testApp, trafficHeaders } from './app.ts';
import { type TestSystem, testSystem } from './system.ts';

type Fields = Record<string, unknown>;

/** WOEIDs of the shipped location list. */
export const ARUBA = 23424736;
export const AFGHANISTAN = 23424739;

export const ADVERTISER = {
  name: 'Corner Bakery',
  status: 'ACTIVE',
  landingPageUrl: 'https://bakery.example',
  iabCategoryId: 1,
  timezone: 'America/New_York',
  currency: 'USD',
  billingPrice: 12.5,
  contact: { addressLine1: '1 Main St', city: 'Ithaca', region: 'NY', postalCode: '14850', country: 'US' },
};

/** The HTTP face over an empty database with the reference data. */
export async function trafficSystem(options: { env?: Record<string, string> } = {}) {
  const system = await testSystem(options);
  return { system, ...(await callersOf(system)) };
}

/** Makes callers on a system of the test's own, with its HTTP face. */
export async function callersOf(system: TestSystem) {
  const { send } = await testApp(system);

  /** A caller of a seat of its own (or of the given one), and what it takes to make things in it. */
  async function caller(options: { seatId?: number; role?: Role; legalComplianceCountry?: string } = {}) {
    const { role = 'ADMIN', legalComplianceCountry } = options;
    const seatId =
      options.seatId ??
      (await createSeat(system, { ...(legalComplianceCountry && { legalComplianceCountry }) })).seatId;
    const client = await createClient(system, { seatId, role });
    const headers = await trafficHeaders(system, client);
    const bearer = await bearerHeaders(system, client);
    const context = () => contextOf(system, client);
    const unique = (what: string) => `${what} ${randomUUID()}`;

    return {
      client,
      seatId,
      context,
      get: (path: string) => send('GET', `/traffic${path}`, { headers }),
      post: (path: string, body: unknown) => send('POST', `/traffic${path}`, { headers, body }),
      put: (path: string, body: unknown) => send('PUT', `/traffic${path}`, { headers, body }),
      send: (method: 'PATCH' | 'DELETE', path: string) => send(method, `/traffic${path}`, { headers }),
      graphql: (query: string, variables: Fields = {}) =>
        send('POST', '/graphql', { headers: bearer, body: { query, variables } }),

      async advertiser(overrides: Fields = {}) {
        const input = { ...ADVERTISER, name: unique('Advertiser'), ...overrides };
        return createAdvertiser({ ctx: await context(), input });
      },
      async campaign(overrides: Fields = {}) {
        const advertiserId = overrides.advertiserId ?? (await this.advertiser()).id;
        const input = { advertiserId, campaignName: unique('Campaign'), ...overrides };
        return createCampaign({ ctx: await context(), input });
      },
      async creative(overrides: Fields = {}) {
        const advertiserId = overrides.advertiserId ?? (await this.advertiser()).id;
        const input = { advertiserId, name: unique('Creative'), mediaType: 'DISPLAY', ...overrides };
        return createCreative({ ctx: await context(), input });
      },
      async pixel(overrides: Fields = {}) {
        const advertiserId = overrides.advertiserId ?? (await this.advertiser()).id;
        const input = { advertiserId, name: unique('Pixel'), ...overrides };
        return createPixel({ ctx: await context(), input });
      },
      async line(overrides: Fields = {}) {
        const orderId = overrides.orderId ?? (await this.campaign()).id;
        return createLine({ ctx: await context(), input: { orderId, name: unique('Line'), ...overrides } });
      },
      /** An ad with a creative of its own on the line (or on one of its own). */
      async ad(overrides: Fields & { lineId?: number; creativeId?: number } = {}) {
        const ctx = await context();
        const lineId = overrides.lineId ?? (await this.line()).id;
        const { advertiserId } = await ctx.db.line.findUniqueOrThrow({ where: { id: lineId } });
        const creativeId = overrides.creativeId ?? (await this.creative({ advertiserId })).id;
        return createAd({ ctx, input: { status: 'ACTIVE', ...overrides, lineId, creativeId } });
      },
      async geography(lineId: number, woeids = [ARUBA]) {
        return updateTargeting({ ctx: await context(), lineId, input: { geos: { added: woeids } } });
      },
    };
  }

  return { caller };
}

export type Caller = Awaited<ReturnType<Awaited<ReturnType<typeof trafficSystem>>['caller']>>;

/** The refused values of a traffic answer, by property. */
export function problems({ body }: Reply): Record<string, string> {
  const errors: { propertyName: string; message: string }[] = body.errors?.validationErrors ?? [];
  return Object.fromEntries(errors.map(({ propertyName, message }) => [propertyName, message]));
}

/** The envelope around what succeeded. */
export const answered = (response: unknown) => ({
  response,
  errors: null,
  timeStamp: expect.stringMatching(MOMENT),
});

/** The envelope around a refusal. */
export const refused = (
  httpStatusCode: number,
  message: string | null,
  validationErrors: { message: string; propertyName: string }[] = [],
) => ({
  response: null,
  errors: { httpStatusCode, message, validationErrors },
  timeStamp: expect.stringMatching(MOMENT),
});

export const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
