import { describe, expect, it } from 'vitest';
import {
  adGroupOf,
  createAdvertiser,
  createTree,
  keywordOf,
  type NativeAnswer,
  nativeTest,
} from './support.ts';

const native = await nativeTest();
const ids = (response: { id: number | null }[]) => response.map(({ id }) => id);
const indices = (errors: { errIndex: number }[]) => errors.map(({ errIndex }) => errIndex);

describe('POST /keyword with an array', () => {
  // covers: 3.errors.1, 3.errors.2, 3.examples-of-object-calls.post-/keyword/
  // covers: 3.what-the-service-does.2, 3.response-envelope-native-interface.errors
  // covers: 3.response-envelope-native-interface.response, 3.response-envelope-native-interface.timestamp
  it('returns every item in order, with one error and a null id for each that failed', async () => {
    const { call, ...tree } = await createTree(native);
    const good = keywordOf(tree);
    const answer = await call('POST', '/keyword/', [
      good,
      keywordOf(tree, { value: good.value.toUpperCase() }),
      keywordOf({ ...tree, advertiserId: 999_999_999 }),
      keywordOf(tree),
    ]);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      errors: [
        { errIndex: 1, code: 'E40000_INVALID_INPUT', message: 'Duplicate attribute value' },
        { errIndex: 2, code: 'E40000_INVALID_INPUT', message: 'Invalid advertiser id' },
      ],
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\d \d{1,2}:\d\d:\d\d$/),
    });
    expect(ids(answer.body.response)).toEqual([expect.any(Number), null, null, expect.any(Number)]);
    expect(answer.body.response[0]).toMatchObject({ ...good, status: 'ACTIVE', exclude: 'FALSE' });
    expect(answer.body.response[1].value).toBe(good.value.toUpperCase());
  });

  it('refuses a value that the ad group has already, also when many send it at once', async () => {
    const { call, ...tree } = await createTree(native);
    const keyword = keywordOf(tree);
    const answers = await Promise.all(Array.from({ length: 8 }, () => call('POST', '/keyword', [keyword])));
    const stored = answers.flatMap(({ body }) => ids(body.response)).filter((id) => id !== null);
    expect(stored).toHaveLength(1);
    const again = await call('POST', '/keyword', keyword);
    expect(again).toMatchObject({
      status: 400,
      body: { response: null, errors: [{ errIndex: -1, message: 'Duplicate attribute value' }] },
    });
    await call('DELETE', `/keyword/${stored[0]}`);
    expect((await call('POST', '/keyword', keyword)).status).toBe(200);
  });

  it('stores the valid items between invalid ones of every kind', async () => {
    const { call, ...tree } = await createTree(native);
    const bad: unknown[] = [
      null,
      7,
      'text',
      [],
      {},
      keywordOf(tree, { matchType: 'broad' }),
      keywordOf(tree, { status: 'DELETED' }),
      keywordOf(tree, { exclude: true }),
      keywordOf(tree, { value: 'a\0b' }),
      keywordOf(tree, { value: '' }),
      keywordOf(tree, { value: 'x'.repeat(256) }),
      keywordOf(tree, { parentId: 2 ** 40 }),
      keywordOf(tree, { parentId: '1' }),
      keywordOf(tree, { parentType: 'CAMPAIGN' }),
      keywordOf(tree, { landingUrl: 'ftp://example.com' }),
      keywordOf(tree, { bidSet: { bids: 'none' } }),
      keywordOf(tree, { note: 'a\0b' }),
      keywordOf(tree, { note: '\ud800' }),
      keywordOf(tree, { adParamValues: ['\0'] }),
    ];
    const items = bad.flatMap((item) => [item, keywordOf(tree)]);
    const { status, body } = await call('POST', '/keyword', items);
    expect(status).toBe(200);
    expect(indices(body.errors)).toEqual(bad.map((_, index) => index * 2));
    expect(ids(body.response)).toEqual(
      items.map((_, index) => (index % 2 === 0 ? null : expect.any(Number))),
    );
    expect(new Set(body.errors.map(({ code }: { code: string }) => code))).toEqual(
      new Set(['E40000_INVALID_INPUT']),
    );
  });

  it('names all problems of an item in its one error', async () => {
    const { call, ...tree } = await createTree(native);
    const { body } = await call('POST', '/keyword', [keywordOf(tree, { value: 7, matchType: 'ALL' })]);
    expect(body.errors).toHaveLength(1);
    expect(body.errors[0].description).toContain('value must be text');
    expect(body.errors[0].description).toContain('matchType must be one of');
  });

  it('refuses a body nested deeper than anything documented', async () => {
    const { call, ...tree } = await createTree(native);
    const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`;
    const text = JSON.stringify([keywordOf(tree, { note: 0 })]).replace('"note":0', `"note":${deep}`);
    const { status, body } = await call('POST', '/keyword', text);
    expect(status).toBe(400);
    expect(body).toMatchObject({
      response: null,
      errors: [{ errIndex: -1, code: 'E40000_INVALID_INPUT' }],
    });
  });

  // covers: 3.dictionary-get-no-body.1
  it('takes 500 items, and neither 501 nor none', async () => {
    const { call, ...tree } = await createTree(native);
    const items = Array.from({ length: 501 }, () => keywordOf(tree));
    const full = await call('POST', '/keyword', items.slice(0, 500));
    expect(full.body.errors).toBeNull();
    expect(new Set(ids(full.body.response)).size).toBe(500);
    for (const refused of [items, []])
      expect(await call('POST', '/keyword', refused)).toMatchObject({
        status: 400,
        body: { response: null, errors: [{ errIndex: -1, code: 'E40000_INVALID_INPUT' }] },
      });
    const list = await call('GET', `/keyword?advertiserId=${tree.advertiserId}&mr=500`);
    expect(list.body.response).toHaveLength(500);
  });
});

describe('PUT /keyword with an array', () => {
  it('updates the named items, returns the ID of failed ones, and distinguishes unknown IDs', async () => {
    const { call, ...tree } = await createTree(native);
    const { body } = await call('POST', '/keyword', [keywordOf(tree), keywordOf(tree), keywordOf(tree)]);
    const [a, b, c] = body.response;
    const foreign = await createTree(native);
    const theirs = await foreign.call('POST', '/keyword', keywordOf(foreign));
    const answer = await call('PUT', '/keyword', [
      { id: a.id, status: 'PAUSED' },
      { id: b.id, value: c.value },
      { id: 987_654_321, status: 'PAUSED' },
      { id: theirs.body.response.id, status: 'PAUSED' },
      { status: 'PAUSED' },
      { id: a.id, status: 'ACTIVE' },
      null,
      { id: c.id, parentId: c.parentId + 1 },
    ]);
    expect(answer.status).toBe(200);
    expect(answer.body.errors).toMatchObject([
      { errIndex: 1, code: 'E40000_INVALID_INPUT', message: 'Duplicate attribute value' },
      { errIndex: 2, code: 'E40005_NOT_FOUND' },
      { errIndex: 3, code: 'E40005_NOT_FOUND' },
      { errIndex: 4, code: 'E40000_INVALID_INPUT' },
      { errIndex: 5, code: 'E40000_INVALID_INPUT' },
      { errIndex: 6, code: 'E40000_INVALID_INPUT' },
      { errIndex: 7, code: 'E40000_INVALID_INPUT' },
    ]);
    expect(ids(answer.body.response)).toEqual([
      a.id,
      b.id,
      987_654_321,
      theirs.body.response.id,
      null,
      a.id,
      null,
      c.id,
    ]);
    const [changed] = answer.body.response;
    expect(changed).toEqual({ ...a, status: 'PAUSED', lastUpdateDate: changed.lastUpdateDate });
    expect(changed.lastUpdateDate).toBeGreaterThan(a.lastUpdateDate);
    expect((await call('GET', `/keyword/${b.id}`)).body.response).toEqual(b);
  });

  it('refuses a change to a term that exists in another case, and applies the others', async () => {
    const { call, ...tree } = await createTree(native);
    const terms = ['red shoe', 'blue shoe', 'green shoe', 'grey shoe'];
    const made = await call(
      'POST',
      '/keyword',
      terms.map((value) => keywordOf(tree, { value })),
    );
    const [, blue, green, grey] = ids(made.body.response);
    const answer = await call('PUT', '/keyword', [
      { id: blue, value: 'Red SHOE' },
      { id: green, value: 'Black shoe' },
      { id: grey, value: 'BLACK shoe' },
    ]);
    expect(answer.status).toBe(200);
    expect(answer.body.errors).toMatchObject([
      { errIndex: 0, message: 'Duplicate attribute value' },
      { errIndex: 2, message: 'Duplicate attribute value' },
    ]);
    const stored = await call('GET', `/keyword?parentId=${tree.adGroupId}`);
    expect(stored.body.response.map(({ value }: { value: string }) => value)).toEqual([
      'red shoe',
      'blue shoe',
      'Black shoe',
      'grey shoe',
    ]);
  });

  it('a refused item does not reserve its term: a later item of the batch can use it', async () => {
    const { call, ...tree } = await createTree(native);
    const made = await call('POST', '/keyword', [keywordOf(tree), keywordOf(tree)]);
    const [owner, other] = made.body.response;
    const answer = await call('PUT', '/keyword', [
      { id: other.id, value: owner.value },
      { id: owner.id, status: 'PAUSED' },
    ]);
    expect(answer.body.errors).toMatchObject([{ errIndex: 0, message: 'Duplicate attribute value' }]);
    expect(answer.body.response[1]).toMatchObject({ id: owner.id, status: 'PAUSED' });
  });

  // JavaScript and PostgreSQL disagree on the lower case of these.
  it.each([
    ['istanbul', 'İstanbul'],
    ['οδοσ', 'ΟΔΟΣ'],
    ['οδος', 'ΟΔΟΣ'],
  ])('takes %s and %s for the same or not, whether created or changed, alone or in a batch', async (a, b) => {
    const tree = await createTree(native);
    const inNewGroup = async () => {
      const { body } = await tree.call('POST', '/adgroup', adGroupOf(tree));
      return { ...tree, adGroupId: body.response.id as number };
    };
    const messages = ({ body }: NativeAnswer) =>
      (body.errors ?? []).map(({ message }: { message: string }) => message);
    const created = await inNewGroup();
    const together = await tree.call(
      'POST',
      '/keyword',
      [a, b].map((value) => keywordOf(created, { value })),
    );
    const changed = await inNewGroup();
    const made = await tree.call('POST', '/keyword', [keywordOf(changed), keywordOf(changed)]);
    const [first, second] = ids(made.body.response);
    const batch = await tree.call('PUT', '/keyword', [
      { id: first, value: a },
      { id: second, value: b },
    ]);
    const stored = await inNewGroup();
    await tree.call('POST', '/keyword', keywordOf(stored, { value: a }));
    const alone = await tree.call('POST', '/keyword', keywordOf(stored, { value: b }));
    const { id } = (await tree.call('POST', '/keyword', keywordOf(stored))).body.response;
    await tree.call('DELETE', `/keyword/${alone.body.response?.id ?? 0}`);
    const later = await tree.call('PUT', '/keyword', [{ id, value: b }]);
    const verdict = messages(together);
    expect([[], ['Duplicate attribute value']]).toContainEqual(verdict);
    expect([batch, alone, later].map(messages)).toEqual([verdict, verdict, verdict]);
  });

  it('concurrent changes to the same term get 409 or a duplicate error, never 500', async () => {
    const { call, ...tree } = await createTree(native);
    const made = await call(
      'POST',
      '/keyword',
      Array.from({ length: 8 }, () => keywordOf(tree)),
    );
    const answers = await Promise.all(
      ids(made.body.response).map((id) => call('PUT', '/keyword', { id, value: 'the same' })),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect([...new Set(statuses)].filter((status) => ![200, 400, 409].includes(status))).toEqual([]);
  });

  it('two terms can be swapped only after the first is deleted', async () => {
    const { call, ...tree } = await createTree(native);
    const first = (await call('POST', '/keyword', keywordOf(tree))).body.response;
    const second = (await call('POST', '/keyword', keywordOf(tree))).body.response;
    await call('PUT', '/keyword', { id: first.id, status: 'DELETED' });
    expect((await call('PUT', '/keyword', { id: second.id, value: first.value })).status).toBe(200);
    expect(await call('PUT', '/keyword', { id: first.id, status: 'ACTIVE' })).toMatchObject({
      status: 400,
      body: { errors: [{ description: 'A deleted keyword cannot be changed' }] },
    });
  });
});

describe('a single object', () => {
  it('answers its code’s own status, the error tied to no item', async () => {
    const { call, client } = await native.caller();
    const advertiserId = await createAdvertiser(native.system, client);
    expect(await call('PUT', '/campaign', { id: 987_654_321, status: 'PAUSED' })).toMatchObject({
      status: 404,
      body: { response: null, errors: [{ errIndex: -1, code: 'E40005_NOT_FOUND' }] },
    });
    expect(await call('POST', '/campaign', { advertiserId })).toMatchObject({
      status: 400,
      body: { response: null, errors: [{ errIndex: -1, code: 'E40000_INVALID_INPUT' }] },
    });
    for (const body of ['null', '7', '"x"']) expect((await call('POST', '/campaign', body)).status).toBe(400);
  });
});
