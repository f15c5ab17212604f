import type { Db } from '../../platform/database/connection/client.ts';

interface PlannedDeal {
  readonly name: string;
  readonly status: 'ACTIVE' | 'INACTIVE';
  /** An exchange of the dictionary's samples. */
  readonly exchangeId: number;
  readonly exchangeDealId: string;
  readonly description: string;
  readonly reservePrice: number;
  readonly currency: string;
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
    currency: 'USD',
    only: ['Northwind Outdoor'],
  },
  {
    name: 'Travel video – first look',
    status: 'ACTIVE',
    exchangeId: 3,
    exchangeDealId: '200182',
    description: 'Pre-roll of travel programmes.',
    reservePrice: 9.75,
    currency: 'USD',
    only: ['Hinode Travel'],
  },
  {
    name: 'Evening games – mobile',
    status: 'INACTIVE',
    exchangeId: 4,
    exchangeDealId: '302209',
    description: 'Full-screen places between rounds, from six to midnight.',
    reservePrice: 6.2,
    currency: 'USD',
    only: ['Pixel Forge Games'],
  },
  {
    name: 'Family news – native, shared',
    status: 'ACTIVE',
    exchangeId: 5,
    exchangeDealId: '400007',
    description: 'Native places of family news, open to all but cars and banking.',
    reservePrice: 2.1,
    currency: 'EUR',
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

/** As many lines buy through each deal, and block each list. */
const LINES = 3;

/** Adds the seat's deals, the lists of sites that two of its advertisers block, and the lines that use them. */
export async function addInventory(options: {
  readonly db: Db;
  readonly seatId: number;
  /** IDs of the demo's advertisers by name. */
  readonly advertisers: ReadonlyMap<string, number>;
}): Promise<void> {
  const { db, seatId, advertisers } = options;
  const idsOf = (names: readonly string[]) => names.flatMap((name) => advertisers.get(name) ?? []);
  const deals = await db.deal.createManyAndReturn({
    select: { id: true, accounts: true, accountIsExcluded: true },
    data: DEALS.map(({ only = [], allBut = [], ...deal }) => ({
      ...deal,
      seatId,
      accountIsExcluded: allBut.length > 0,
      accounts: idsOf([...only, ...allBut]),
    })),
  });
  const lists = await db.nativeList.createManyAndReturn({
    select: { id: true, advertiserId: true },
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
  const lines = await db.line.findMany({
    where: { seatId, status: 'ACTIVE' },
    select: { id: true, advertiserId: true },
    orderBy: { id: 'asc' },
  });
  const boughtBy = pairsOf(deals, lines, ({ accounts, accountIsExcluded }, { advertiserId }) =>
    accountIsExcluded ? !accounts.includes(advertiserId) : accounts.includes(advertiserId),
  );
  const blockedBy = pairsOf(lists, lines, (list, line) => list.advertiserId === line.advertiserId);
  await db.lineTargetType.createMany({
    data: [...typesOf('EXCHANGES', boughtBy), ...typesOf('NATIVE_LIST', blockedBy)],
  });
  await db.lineDeal.createMany({ data: boughtBy.map(([dealId, lineId]) => ({ dealId, lineId })) });
  await db.lineNativeList.createMany({
    data: blockedBy.map(([nativeListId, lineId]) => ({ nativeListId, lineId })),
  });
}

interface Row {
  readonly id: number;
}

/** Pairs each target with the first lines that may use it. */
const pairsOf = <Target extends Row, Line extends Row>(
  targets: readonly Target[],
  lines: readonly Line[],
  isOpen: (target: Target, line: Line) => boolean,
): readonly (readonly [target: number, line: number])[] =>
  targets.flatMap((target) =>
    lines
      .filter((line) => isOpen(target, line))
      .slice(0, LINES)
      .map((line) => [target.id, line.id] as const),
  );

const typesOf = (name: string, pairs: readonly (readonly [target: number, line: number])[]) =>
  [...new Set(pairs.map(([, lineId]) => lineId))].map((lineId) => ({ lineId, name, isTargeted: true }));
