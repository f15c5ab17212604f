import { expect, test, vi } from 'vitest';
import { MAX_VIEWS } from '../../../src/domain/access/saved-view/save.ts';
import { createMember } from '../../contract/guards/estate.ts';
import { guardedSystem } from '../../contract/guards/guarded.ts';

vi.setConfig({ testTimeout: 60_000 });

const guarded = await guardedSystem();
const { seatId, ...admin } = await guarded.estate();
const { graphql } = admin;
const other = await createMember({ ...guarded, seatId, role: 'ADMIN' });
const elsewhere = await guarded.estate();

const REFUSAL = '... on Error { message code } ... on ValidationError { issues { path message } }';
const SAVE = `mutation ($input: SaveViewInput!, $validateOnly: Boolean = false) {
  saveView(input: $input, validateOnly: $validateOnly) { ... on SaveViewPayload { savedView { id name page search } } ${REFUSAL} } }`;
const UPDATE = `mutation ($input: UpdateSavedViewInput!) {
  updateSavedView(input: $input) { ... on UpdateSavedViewPayload { savedView { name page search } } ${REFUSAL} } }`;
const DELETE = `mutation ($input: DeleteSavedViewInput!) {
  deleteSavedView(input: $input) { ... on DeleteSavedViewPayload { savedView { name } } ${REFUSAL} } }`;
const LIST =
  '{ savedViews(first: 100, filter: {page: {eq: ADS}}, orderBy: {field: NAME}) { totalCount nodes { name search } } }';

const save = async (input: object, more: object = {}, by = graphql) =>
  (
    await by(SAVE, {
      input: { name: 'Wasteful', page: 'ADS', search: 'where=SPEND.gt.100', ...input },
      ...more,
    })
  ).data.saveView;
const listed = async (by = graphql) => (await by(LIST)).data.savedViews;

test('a view is kept for its user: saved, renamed, replaced and deleted', async () => {
  const { savedView } = await save({});
  expect(savedView).toMatchObject({ name: 'Wasteful', page: 'ADS', search: 'where=SPEND.gt.100' });
  await save({ name: ' Best ', search: 'sort=CTR' });
  expect(await listed()).toEqual({
    totalCount: 2,
    nodes: [
      { name: 'Best', search: 'sort=CTR' },
      { name: 'Wasteful', search: 'where=SPEND.gt.100' },
    ],
  });
  const changed = await graphql(UPDATE, { input: { id: savedView.id, name: 'Waste' } });
  expect(changed.data.updateSavedView.savedView).toEqual({
    name: 'Waste',
    page: 'ADS',
    search: 'where=SPEND.gt.100',
  });
  const again = await graphql(UPDATE, { input: { id: savedView.id, search: '' } });
  expect(again.data.updateSavedView.savedView).toMatchObject({ name: 'Waste', search: '' });
  await graphql(DELETE, { input: { id: savedView.id } });
  expect((await listed()).nodes).toEqual([{ name: 'Best', search: 'sort=CTR' }]);
});

test('nobody else finds it: not another admin of the seat, nor another seat', async () => {
  const { savedView } = await save({ name: 'Mine' });
  for (const { graphql: by } of [other, elsewhere]) {
    expect((await listed(by)).totalCount).toBe(0);
    const { data } = await by('query ($id: ID!) { node(id: $id) { id } }', { id: savedView.id });
    expect(data.node).toBeNull();
    for (const [document, name] of [
      [UPDATE, 'updateSavedView'],
      [DELETE, 'deleteSavedView'],
    ] as const)
      expect((await by(document, { input: { id: savedView.id } })).data[name]).toMatchObject({
        code: 'NOT_FOUND',
      });
  }
  await graphql(DELETE, { input: { id: savedView.id } });
});

test.each([
  [{ name: ' ' }, 'name'],
  [{ name: 'a\nb' }, 'name'],
  [{ name: 'x'.repeat(101) }, 'name'],
  [{ search: 'q=two words' }, 'search'],
  [{ search: 'x'.repeat(2001) }, 'search'],
])('%o is refused by its name', async (input, path) => {
  expect((await save(input)).issues).toMatchObject([{ path }]);
});

test('a user has so many in a seat, however many are saved at once; a dry run saves none', async () => {
  const before =
    (await listed()).totalCount +
    (await graphql('{ savedViews(filter: {page: {eq: LINES}}) { totalCount } }')).data.savedViews.totalCount;
  expect((await save({ name: 'Tried' }, { validateOnly: true })).savedView.name).toBe('Tried');
  const answers = await Promise.all(Array.from({ length: MAX_VIEWS }, (_, n) => save({ name: `View ${n}` })));
  expect(answers.filter(({ savedView }) => savedView)).toHaveLength(MAX_VIEWS - before);
  const refused = answers.filter(({ code }) => code === 'CONFLICT');
  expect(refused).toHaveLength(before);
  for (const { message } of refused)
    expect(message).toBe('A user can have at most 50 saved views in a seat. Delete one first.');
  expect((await save({}, {}, other.graphql)).savedView).toBeDefined();
});
