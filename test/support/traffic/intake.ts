import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { System } from '../../../src/domain/context.ts';
import { createClient, type TestClient, tokenFor } from '../actors.ts';
import { documented } from '../documented.ts';

/** A seat with an advertiser, a pixel for server events, and a client that may post for it. */
export interface Poster {
  readonly client: TestClient;
  readonly seatId: number;
  readonly advertiserId: number;
  readonly pixelId: number;
  /** Tokens of the two intake flows. */
  readonly eventToken: string;
  readonly uploadToken: string;
}

export async function createPoster(system: System, overrides: { seatId?: number } = {}): Promise<Poster> {
  const client = await createClient(system, overrides);
  const { seatId } = client;
  const advertiserId = await createAdvertiser(system, seatId);
  const pixelId = await createPixel(system, { seatId, advertiserId });
  await system.db.clientPixel.create({ data: { clientId: client.clientId, pixelId } });
  return {
    client,
    seatId,
    advertiserId,
    pixelId,
    eventToken: await tokenFor(system, client, { realm: 'events' }),
    uploadToken: await tokenFor(system, client, { realm: 'aaca' }),
  };
}

export async function createAdvertiser({ db }: System, seatId: number): Promise<number> {
  const group = await db.accountGroup.findFirstOrThrow({ where: { seatId } });
  const { id } = await db.advertiser.create({
    data: {
      seatId,
      accountGroupId: group.id,
      name: `Advertiser ${randomUUID()}`,
      status: 'ACTIVE',
      landingPageUrl: 'https://example.com/',
      iabCategoryId: 1,
      timezone: 'America/New_York',
      currency: 'USD',
      billingPrice: 10,
      contact: {},
    },
  });
  return id;
}

export async function createPixel(
  { db }: System,
  data: { seatId: number; advertiserId: number; dotPixel?: boolean },
): Promise<number> {
  return (await db.pixel.create({ data: { name: `Pixel ${randomUUID()}`, ...data } })).id;
}

/** An ad with its line and campaign, for clicks. */
export async function createAd({ db }: System, owner: { seatId: number; advertiserId: number }) {
  const campaign = await db.campaign.create({ data: { ...owner, name: 'Campaign' } });
  const line = await db.line.create({
    data: { ...owner, campaignId: campaign.id, name: 'Line', status: 'PAUSED' },
  });
  const creative = await db.creative.create({ data: { ...owner, name: 'Creative', mediaType: 'NATIVE' } });
  const ad = await db.ad.create({
    data: { seatId: owner.seatId, lineId: line.id, creativeId: creative.id, status: 'ACTIVE' },
  });
  return { adId: ad.id, lineId: line.id, campaignId: campaign.id };
}

/** An event as partners send them. */
export function anEvent(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    event_time: Math.floor(Date.now() / 1000),
    action_source: 'WEBSITE',
    action_source_url: 'https://shop.example/checkout',
    user_data: { email: 'a'.repeat(64), idfa: randomUUID() },
    custom_data: { gv: 12.5, ec: 'purchase', el: 'shoes', ea: 'buy', product_id: ['sku-1', 'sku-2'] },
    ...overrides,
  };
}

/** Posts a body, objects as JSON, to the pixel events interface. */
export async function postEvents(
  app: FastifyInstance,
  poster: Pick<Poster, 'pixelId' | 'eventToken'>,
  body: unknown,
  headers: Record<string, string | undefined> = {},
) {
  const given = {
    authorization: `Bearer ${poster.eventToken}`,
    'content-type': 'application/json',
    ...headers,
  };
  return documented(
    await app.inject({
      method: 'POST',
      url: `/v1/pixels/${poster.pixelId}/events`,
      headers: Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
      ...(body !== undefined && {
        payload: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
      }),
    }),
  );
}

export async function eventsOf({ pool }: System, pixelId: number): Promise<Record<string, unknown>[]> {
  const { rows } = await pool.query(
    `SELECT *, encode(email, 'hex') AS email_hex FROM event WHERE pixel_id = $1 ORDER BY receipt_id, position`,
    [pixelId],
  );
  return rows;
}

/** Conversions after clicks on an ad, as the postback stores them. */
export async function insertConversions(
  { pool }: System,
  of: { seatId: number; advertiserId: number; campaignId: number; lineId: number; adId: number },
  conversions: readonly { gv: string | null; gc: string; at: string }[],
): Promise<void> {
  for (const { gv, gc, at } of conversions)
    await pool.query(
      `INSERT INTO conversion (receipt_id, seat_id, dp, event_id, received_at, client_id, vmcid, advertiser_id,
         campaign_id, line_id, ad_id, et, gv, gc)
       VALUES ($1, $2, 'dp', $3, $4, 'c', 'v', $5, $6, $7, $8, $4, $9, $10)`,
      [randomUUID(), of.seatId, randomUUID(), at, of.advertiserId, of.campaignId, of.lineId, of.adId, gv, gc],
    );
}
