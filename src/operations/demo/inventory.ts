import type { Db } from '../../platform/database/connection/client.ts';

interface PlannedDeal {
  readonly name: string;
  readonly status: 'ACTIVE' | 'INACTIVE';
  /** An exchange of the dictionary's samples. */
  readonly exchangeId: number;
  readonly exchangeDealId: string;
  readonly description: string;
  readonly reservePrice: number;
  /** Names of advertisers: only these may target the deal, or all except these. */
  readonly only?: readonly string[];
  readonly allBut?: readonly string[];
}

const DEALS: readonly PlannedDeal[] = [
  {
    name: 'Outdoor magazines – private auction',
    status: 'ACTIVE',
    exchangeId: 1,
    exchangeDealId: '104471',
    description: 'Display places of three outdoor titles, before the open auction.',
    reservePrice: 4.5,
    only: ['Northwind Outdoor'],
  },
  {
    name: 'Travel video – first look',
    status: 'ACTIVE',
    exchangeId: 3,
    exchangeDealId: '200182',
    description: 'Pre-roll of travel programmes.',
    reservePrice: 9.75,
    only: ['Hinode Travel'],
  },
  {
    name: 'Evening games – mobile',
    status: 'INACTIVE',
    exchangeId: 4,
    exchangeDealId: '302209',
    description: 'Full-screen places between rounds, from six to midnight.',
    reservePrice: 6.2,
    only: ['Pixel Forge Games'],
  },
  {
    name: 'Family news – native, shared',
    status: 'ACTIVE',
    exchangeId: 5,
    exchangeDealId: '400007',
    description: 'Native places of family news, open to all but cars and banking.',
    reservePrice: 2.1,
    allBut: ['Outback Motors', 'Thames & Ivory Bank'],
  },
];

const NATIVE_LISTS = [
  {
    owner: 'Northwind Outdoor',
    name: 'Blocked – gossip and gambling',
    items: ['celebrity-buzz.example', 'casino-daily.example', 'red-carpet.example', 'com.example.slots'],
  },
  {
    owner: 'Happy Paws Club',
    name: 'Blocked – hunting',
    items: ['hunters-weekly.example', 'trophy-room.example', 'com.example.huntingseason'],
  },
] as const;

/** Adds the seat's deals, and the lists of sites that two of its advertisers block. */
export async function addInventory(options: {
  readonly db: Db;
  readonly seatId: number;
  /** IDs of the demo's advertisers by name. */
  readonly advertisers: ReadonlyMap<string, number>;
}): Promise<void> {
  const { db, seatId, advertisers } = options;
  const idsOf = (names: readonly string[]) => names.flatMap((name) => advertisers.get(name) ?? []);
  await db.deal.createMany({
    data: DEALS.map(({ only = [], allBut = [], ...deal }) => ({
      ...deal,
      seatId,
      accountIsExcluded: allBut.length > 0,
      accounts: idsOf([...only, ...allBut]),
    })),
  });
  await db.nativeList.createMany({
    data: NATIVE_LISTS.flatMap(({ owner, name, items }) =>
      idsOf([owner]).map((advertiserId) => ({
        seatId,
        advertiserId,
        name,
        status: 'ACTIVE',
        items: [...items],
      })),
    ),
  });
}
