import { createHash } from 'node:crypto';
import type { Db } from '../../platform/database/connection/client.ts';

/** As many people buy from each advertiser of the demo. */
export const SHOPPERS = 3_000;

/** The hash of an address that nobody has. */
export const addressOf = (advertiser: string, shopper: number): Buffer =>
  createHash('sha256').update(`shopper ${shopper} of ${advertiser}`).digest();

interface PlannedList {
  readonly owner: string;
  readonly name: string;
  /** The first of the shoppers are on it. */
  readonly size: number;
}

const CUSTOMER_LISTS: readonly PlannedList[] = [
  { owner: 'Northwind Outdoor', name: 'Newsletter subscribers', size: 1_240 },
  { owner: 'Hinode Travel', name: 'Past travellers', size: 640 },
  { owner: 'Maison Lumière', name: 'Carte fidélité', size: 860 },
  { owner: 'Happy Paws Club', name: 'Club members', size: 2_150 },
];

/** The partner's number of the first list. */
const FIRST_NUMBER = 501;

/** Returns how many shoppers of an advertiser are on one of its customer lists. */
export const customersOf = (advertiser: string): number =>
  CUSTOMER_LISTS.find(({ owner }) => owner === advertiser)?.size ?? 0;

/** Adds the lists of customers' addresses that partners keep for some advertisers. */
export async function addCustomerLists(options: {
  readonly db: Db;
  readonly seatId: number;
  /** IDs of the demo's advertisers by name. */
  readonly advertisers: ReadonlyMap<string, number>;
}): Promise<void> {
  const { db, seatId, advertisers } = options;
  for (const [at, { owner, name, size }] of CUSTOMER_LISTS.entries()) {
    const advertiserId = advertisers.get(owner);
    if (advertiserId === undefined) continue;
    const { id: audienceId } = await db.audience.create({
      data: { seatId, advertiserId, number: FIRST_NUMBER + at, kind: 'email_address', name, size },
    });
    await db.audienceMember.createMany({
      data: Array.from({ length: size }, (_, shopper) => ({
        audienceId,
        hash: new Uint8Array(addressOf(owner, shopper)),
      })),
    });
  }
}
