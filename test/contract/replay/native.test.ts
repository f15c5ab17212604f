import { beforeAll, describe, expect, it } from 'vitest';
import { createTree, keywordOf, type NativeAnswer, nativeTest } from '../../rest/native/support.ts';
import {
  inOrder,
  integer,
  list,
  matching,
  maybe,
  nothing,
  number,
  object,
  one,
  type Shape,
  text,
} from './shape.ts';

/** The documented examples of object calls: an update of a campaign, and a batch of keywords that fails in part. */

const native = await nativeTest();
let tree: Awaited<ReturnType<typeof createTree>>;
beforeAll(async () => {
  tree = await createTree(native, {
    campaign: { isPartnerNetwork: 'TRUE', advancedGeoPos: 'DEFAULT', advancedGeoNeg: 'DEFAULT' },
  });
});

const timestamp = matching('time of the native interface', /^\d{4}-\d\d-\d\d \d{1,2}:\d\d:\d\d$/);
const milliseconds = integer;
const envelope = (response: Shape, errors = nothing) => object({ response, errors, timestamp });

const campaign = object({
  id: integer,
  advertiserId: integer,
  campaignName: text,
  status: one('PAUSED'),
  budget: number,
  budgetType: one('LIFETIME'),
  objective: one('VISIT_WEB'),
  language: text,
  channel: one('SEARCH_AND_NATIVE'),
  isPartnerNetwork: one('TRUE'),
  advancedGeoPos: text,
  advancedGeoNeg: text,
  createdDate: milliseconds,
  lastUpdateDate: milliseconds,
});

const sentKeyword = {
  status: one('ACTIVE'),
  bidSet: object({ bids: list(object({ priceType: one('CPC'), value: number, channel: one('SEARCH') })) }),
  landingUrl: text,
  parentType: one('ADGROUP'),
  parentId: integer,
  advertiserId: integer,
  exclude: one('FALSE'),
  matchType: one('BROAD'),
  adParamValues: nothing,
  value: text,
};
const keyword = object({
  ...sentKeyword,
  id: integer,
  createdDate: milliseconds,
  lastUpdateDate: milliseconds,
});
/** A failed item is returned as sent, with a null `id`. */
const failedKeyword = object({ ...sentKeyword, id: nothing });

const error = object({
  errIndex: integer,
  code: one('E40000_INVALID_INPUT'),
  message: one('Duplicate attribute value', 'Invalid advertiser id'),
  description: text,
});

const findings = ({ status, body }: NativeAnswer, shape: Shape) => [status, shape(body, 'answer')];

describe('the examples of object calls', () => {
  it('PUT /campaign/ with id and status returns the whole campaign', async () => {
    const { call, campaignId } = tree;
    const answer = await call('PUT', '/campaign/', { id: campaignId, status: 'PAUSED' });
    expect(findings(answer, envelope(campaign))).toEqual([200, []]);
    const read = await call('GET', `/campaign/${campaignId}`);
    expect(read.body.response).toEqual(answer.body.response);
  });

  it('POST /keyword/ with an array returns all items in order, and one error for each that failed', async () => {
    const { call } = tree;
    const item = (overrides: object) => ({
      ...keywordOf(tree),
      status: 'ACTIVE',
      exclude: 'FALSE',
      adParamValues: null,
      landingUrl: 'https://shoes.example/',
      bidSet: { bids: [{ priceType: 'CPC', value: 0.5, channel: 'SEARCH' }] },
      ...overrides,
    });
    const sent = [
      item({ value: 'boots' }),
      item({ value: 'boots' }),
      item({ value: 'socks', advertiserId: 999_999_999 }),
    ];
    const answer = await call('POST', '/keyword/', sent);
    expect(findings(answer, envelope(inOrder(keyword, failedKeyword, failedKeyword), list(error)))).toEqual([
      200,
      [],
    ]);
    expect(answer.body.response.map(({ value }: { value: string }) => value)).toEqual([
      'boots',
      'boots',
      'socks',
    ]);
    expect(answer.body.errors.map(({ errIndex, message }: never) => [errIndex, message])).toEqual([
      [1, 'Duplicate attribute value'],
      [2, 'Invalid advertiser id'],
    ]);
  });

  it('an error tied to no item has errIndex -1 and the same keys', async () => {
    const answer = await tree.call('PUT', '/campaign/', { id: 2_000_000_000, status: 'PAUSED' });
    const refusal = object({
      errIndex: one(-1),
      code: one('E40005_NOT_FOUND'),
      message: maybe(text),
      description: text,
    });
    expect(findings(answer, envelope(nothing, list(refusal)))).toEqual([404, []]);
  });
});
