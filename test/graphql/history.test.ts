import { beforeAll, describe, expect, it } from 'vitest';
import { byExecutor } from '../support/by-executor.ts';
import { type Caller, createCaller } from '../support/caller.ts';
import { createAdvertiser, createLine, type TrafficTest, trafficTest } from '../support/traffic/traffic.ts';

let test: TrafficTest;
let caller: Caller;

beforeAll(async () => {
  test = await trafficTest();
  caller = test.caller;
});

const CHANGE = 'action resource resourceId userId clientId requestId at fields { path before after }';

const historyOf = async (type: string, id: number, by: Caller = caller) => {
  const data = await by.graphql(
    `query ($id: ID!) { ${type}(id: $id) { history { totalCount nodes { ${CHANGE} } } } }`,
    { id },
  );
  return data[type]?.history;
};

const createDeal = async () => {
  const { body, headers } = await caller.post('/deals', {
    name: 'First',
    status: 'ACTIVE',
    exchangeId: 2 ** 40,
    exchangeDealId: 'X',
    description: 'D',
    accountIsExcluded: true,
  });
  return { id: body.response.id as number, requestId: headers['x-request-id'] };
};

describe('the change history', () => {
  it('says who changed what from what to what, through either interface, newest first', async () => {
    const { id, requestId } = await createDeal();
    await caller.graphql(`mutation ($input: UpdateDealInput!) { updateDeal(input: $input) { __typename } }`, {
      input: { id, name: 'Second', reservePrice: 3 },
    });
    const { totalCount, nodes } = await historyOf('deal', id);
    expect(totalCount).toBe(2);
    const [updated, created] = nodes;
    expect(updated).toMatchObject({
      action: 'UPDATE',
      resource: 'Deal',
      resourceId: `Deal:${id}`,
      userId: caller.client.userId,
      clientId: caller.client.clientId,
      fields: [
        { path: 'name', before: 'First', after: 'Second' },
        { path: 'reservePrice', before: 0, after: 3 },
      ],
    });
    expect(created).toMatchObject({ action: 'CREATE', requestId });
    expect(created.fields).toContainEqual({ path: 'exchangeId', before: null, after: 2 ** 40 });
  });

  const again = (id: number, as: string, count: number) =>
    test.system.pool.query(
      `INSERT INTO change (seat_id, resource, resource_id, action, user_id, client_id, request_id, fields)
       SELECT seat_id, $2, resource_id, 'UPDATE', user_id, client_id, request_id, fields
       FROM change, generate_series(1, $3) WHERE resource = 'Deal' AND resource_id = $1`,
      [id, as, count],
    );

  it('distinguishes resources of two types with the same number', async () => {
    const { id } = await createDeal();
    await again(id, 'Line', 1);
    const { totalCount, nodes } = await historyOf('deal', id);
    expect([totalCount, nodes.map(({ resource }: { resource: string }) => resource)]).toEqual([1, ['Deal']]);
  });

  it('costs its changes and their fields, however it is read', async () => {
    const { id } = await createDeal();
    await again(id, 'Deal', 40);
    const query =
      'query ($id: ID!) { deal(id: $id) { history(first: 100) { nodes { fields { path after } } } } }';
    const used = async (query: string) => {
      const { data, extensions } = await caller.graphqlBody(query, { id });
      const { nodes } = data.deal.history;
      return {
        used: extensions.cost.used,
        fields: nodes.flatMap(({ fields }: { fields: object[] }) => fields),
      };
    };
    const compiled = await used(query);
    expect(compiled.fields.length).toBeGreaterThan(41);
    const objects = await used(byExecutor(query));
    // The type that leaves it to the executor is a point.
    expect({ ...objects, used: objects.used - 1 }).toEqual(compiled);
  });

  it('is silent about what changed nothing, was refused, or was only validated', async () => {
    const { id } = await createDeal();
    await caller.put(`/deals/${id}`, { name: 'First' });
    await caller.put(`/deals/${id}`, { name: 'Second', status: 'GONE' });
    await caller.graphql(
      `mutation ($input: UpdateDealInput!) { updateDeal(input: $input, validateOnly: true) { __typename } }`,
      { input: { id, name: 'Second' } },
    );
    expect((await historyOf('deal', id)).totalCount).toBe(1);
  });

  it('holds bid multipliers and targeting of a line', async () => {
    const id = await createLine(caller);
    await caller.post(`/lines/${id}/bidmultipliers`, {
      added: [{ targetType: 'DAY_PARTING', targetValue: { day: 'Mon', hour: 9 }, multiplier: 2 }],
    });
    await caller.post(`/lines/${id}/targeting`, { geos: { added: [23424736] } });
    const { nodes } = await historyOf('line', id);
    const paths = nodes.map(({ fields }: { fields: { path: string }[] }) => fields.map(({ path }) => path));
    expect(paths.slice(0, 2)).toEqual([['types', 'geos'], ['bidMultipliers']]);
  });

  it('shows billing contacts only to seats that see them', async () => {
    const id = await createAdvertiser(caller);
    const person = { firstName: 'A', lastName: 'B', email: 'a@b.example', legalMandateConfirmation: true };
    const billingContact = { ...person, addressLine1: '1', city: 'C', country: 'US' };
    expect((await caller.put(`/advertisers/${id}`, { billingContact })).status).toBe(200);
    expect(JSON.stringify(await historyOf('advertiser', id))).not.toContain('a@b.example');
  });

  it('pages by cursor without overlap and refuses a cursor it never made', async () => {
    const { id } = await createDeal();
    for (const name of ['2', '3', '4', '5']) await caller.put(`/deals/${id}`, { name });
    const page = (after: string | null) =>
      caller.graphqlBody(
        `query ($id: ID!, $after: String) {
          deal(id: $id) { history(first: 2, after: $after) { nodes { id } pageInfo { endCursor hasNextPage } } }
        }`,
        { id, after },
      );
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const { data } = await page(after);
      const { nodes, pageInfo } = data.deal.history;
      seen.push(...nodes.map((node: { id: string }) => node.id));
      after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
    } while (after);
    expect(new Set(seen).size).toBe(5);
    for (const cursor of ['x', btoa('GPC:N:1'), btoa('GPC:I:x')])
      expect((await page(cursor)).errors[0].message).toMatch(/cursor/);
  });
});

describe('changes', () => {
  const changes = (filter: object, by: Caller = caller) =>
    by
      .graphql(
        `query ($filter: ChangeFilter) { changes(filter: $filter) { totalCount nodes { ${CHANGE} } } }`,
        {
          filter,
        },
      )
      .then((data) => data.changes);

  it('finds the changes of the seat by resource, user, request, kind and time', async () => {
    const { id, requestId } = await createDeal();
    await caller.put(`/deals/${id}`, { name: 'Second' });
    const of = { resource: 'Deal', resourceId: id };
    expect((await changes(of)).totalCount).toBe(2);
    expect((await changes({ resource: 'Deal', resourceId: `Deal:${id}`, action: 'UPDATE' })).totalCount).toBe(
      1,
    );
    expect((await changes({ requestId })).nodes).toMatchObject([
      { resourceId: `Deal:${id}`, action: 'CREATE' },
    ]);
    expect((await changes({ ...of, userId: caller.client.userId })).totalCount).toBe(2);
    expect((await changes({ ...of, userId: caller.client.userId + 1 })).totalCount).toBe(0);
    expect((await changes({ ...of, field: 'name' })).totalCount).toBe(2);
    expect((await changes({ ...of, field: 'name', action: 'UPDATE' })).totalCount).toBe(1);
    expect((await changes({ ...of, field: 'reservePrice', action: 'UPDATE' })).totalCount).toBe(0);
    expect((await changes({ ...of, not: { field: 'exchangeId' } })).totalCount).toBe(1);
    expect((await changes({ ...of, until: '2020-01-01T00:00:00Z' })).totalCount).toBe(0);
    expect((await changes({ ...of, since: '2020-01-01T00:00:00Z' })).totalCount).toBe(2);
  });

  it('finds changes by a field as the interfaces name it, and none by one that the caller may not see', async () => {
    const id = await createLine(caller);
    expect((await changes({ resource: 'Line', resourceId: id, field: 'campaignId' })).totalCount).toBe(1);
    const advertiserId = await createAdvertiser(caller);
    const person = { firstName: 'A', lastName: 'B', email: 'a@b.example', legalMandateConfirmation: true };
    const billingContact = { ...person, addressLine1: '1', city: 'C', country: 'US' };
    expect((await caller.put(`/advertisers/${advertiserId}`, { billingContact })).status).toBe(200);
    const of = { resource: 'Advertiser', resourceId: advertiserId };
    expect((await changes(of)).totalCount).toBe(2);
    expect((await changes({ ...of, field: 'billingContact' })).totalCount).toBe(0);
  });

  it('finds those of a resource with all that it contains, and of nothing else', async () => {
    const [line, other] = [await createLine(caller), await createLine(caller)];
    const { line: found } = await caller.graphql(
      'query ($id: ID!) { line(id: $id) { campaignId advertiserId } }',
      { id: line },
    );
    const { campaignId, advertiserId } = found;
    await caller.graphql(
      'mutation ($input: CreateCreativeInput!) { createCreative(input: $input) { __typename } }',
      { input: { advertiserId, name: 'Banner', mediaType: 'DISPLAY', landingUrl: 'https://a.example/' } },
    );
    const { createPixel } = await caller.graphql(
      `mutation ($input: CreatePixelInput!) {
        createPixel(input: $input) { ... on CreatePixelPayload { pixel { id } } } }`,
      { input: { advertiserId, name: 'Shop' } },
    );
    await caller.graphql(
      'mutation ($input: CreateSegmentInput!) { createSegment(input: $input) { __typename } }',
      { input: { pixelId: createPixel.pixel.id, name: 'Buyers' } },
    );
    for (const id of [line, other]) await caller.put(`/lines/${id}`, { name: `Renamed ${id}` });
    const within = async (id: string) => {
      const { nodes } = await changes({ within: id, action: 'CREATE' });
      return nodes.map(({ resource }: { resource: string }) => resource).sort();
    };
    expect(await within(advertiserId)).toEqual([
      'Advertiser',
      'Campaign',
      'Creative',
      'Line',
      'Pixel',
      'Segment',
    ]);
    expect(await within(campaignId)).toEqual(['Campaign', 'Line']);
    expect((await changes({ within: campaignId, field: 'name', action: 'UPDATE' })).nodes).toMatchObject([
      { resourceId: `Line:${line}` },
    ]);
    expect((await changes({ within: `Line:${line}`, not: { resource: 'Line' } })).totalCount).toBe(0);
    const refused = await caller.graphqlBody('{ changes(filter: { within: "Deal:1" }) { totalCount } }', {});
    expect(refused.errors[0].message).toContain('Advertiser, Campaign, Line');
    const stranger = await createCaller(test.system, { app: test.app });
    expect((await changes({ within: advertiserId }, stranger)).totalCount).toBe(0);
  });

  it('shows nothing of another seat', async () => {
    const { id } = await createDeal();
    const stranger = await createCaller(test.system, { app: test.app });
    expect((await changes({ resource: 'Deal', resourceId: id }, stranger)).totalCount).toBe(0);
    expect((await changes({}, stranger)).totalCount).toBe(0);
    expect(await historyOf('deal', id, stranger)).toBeUndefined();
  });
});
