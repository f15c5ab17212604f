import { type FieldNode, Kind, parse, visit } from 'graphql';
import { describe, expect, it } from 'vitest';
import * as documents from '../../src/client/documents.ts';
import { unwrap } from '../../src/client/index.ts';
import { schema } from '../../src/graphql/schema.ts';
import { costOf } from '../../src/graphql/server/price/cost.ts';
import { advertiserInput } from '../support/traffic/traffic.ts';
import { serve } from './service.ts';

const service = await serve();

const texts = Object.entries(documents)
  .filter(([name]) => name.endsWith('Document'))
  .map(([name, document]) => [name, parse(String(document))] as const);

/** What has no document of its own, and why. */
const WITHOUT = new Set([
  // Rarely called, and by administrators.
  'createAuthorizationCode',
  'updatePixelClients',
  'updateSeat',
  'createApiClient',
  'rotateApiClient',
  'revokeApiClient',
  'advanceSandboxClock',
  'setSandboxClock',
  'updateApiClient',
  'addSandboxFault',
  'removeSandboxFault',
  'resetSandbox',
  'takeSandboxSnapshot',
  'restoreSandboxSnapshot',
  'removeSandboxSnapshot',
  'loadProductFeed',
  // Segments, previews, saved views and test events belong to the dashboard.
  'sendPixelEvent',
  'replayRefusedEvents',
  'sendConversion',
  'createSegment',
  'updateSegment',
  'saveView',
  'updateSavedView',
  'deleteSavedView',
]);

describe('the ready documents', () => {
  it('cover every mutation and every subscription', () => {
    const used = new Set<string>();
    for (const [, document] of texts)
      visit(document, {
        OperationDefinition: ({ selectionSet }) => {
          for (const field of selectionSet.selections)
            if (field.kind === Kind.FIELD) used.add((field as FieldNode).name.value);
        },
      });
    const offered = [schema.getMutationType(), schema.getSubscriptionType()].flatMap((type) =>
      Object.keys(type?.getFields() ?? {}),
    );
    expect(offered.filter((name) => !used.has(name) && !WITHOUT.has(name))).toEqual([]);
  });

  it.each(texts)('%s costs less than one request may', (_name, document) => {
    expect(costOf({ schema, document })).toBeLessThan(20_000);
  });

  it('create, update, list and delete native objects, and receive the change events', async () => {
    const client = service.connect(await service.register());
    const input = advertiserInput();
    const made = await client.request(documents.CreateAdvertiserDocument, { input });
    const advertiserId = unwrap(made.createAdvertiser).advertiser.databaseId;

    const { createCampaigns } = await client.request(documents.CreateCampaignsDocument, {
      inputs: [
        {
          advertiserId: String(advertiserId),
          name: 'C',
          objective: 'VISIT_WEB',
          channel: 'SEARCH_AND_NATIVE',
        },
        {
          advertiserId: String(advertiserId),
          name: 'D',
          objective: 'PROMOTE_BRAND',
          channel: 'SEARCH_AND_NATIVE',
        },
      ],
    });
    expect(createCampaigns).toMatchObject([
      { __typename: 'CreateCampaignPayload' },
      { __typename: 'ValidationError' },
    ]);
    const campaignId = unwrap(createCampaigns[0] as (typeof createCampaigns)[number]).campaign.id;
    const { createAdGroup } = await client.request(documents.CreateAdGroupDocument, {
      input: {
        advertiserId: String(advertiserId),
        campaignId,
        name: 'G',
        bidSet: { bids: [{ priceType: 'CPC', value: 0.5, channel: 'SEARCH' }] },
      } as never,
    });
    const adGroup = unwrap(createAdGroup).adGroup;
    const { createKeywords } = await client.request(documents.CreateKeywordsDocument, {
      inputs: ['shoes', 'boots'].map((value) => ({
        advertiserId: String(advertiserId),
        parentType: 'ADGROUP',
        parentId: String(adGroup.databaseId),
        value,
        matchType: 'BROAD',
      })) as never,
    });
    expect(createKeywords.map((result) => unwrap(result).keyword.value)).toEqual(['shoes', 'boots']);

    const items: unknown[] = [];
    for await (const { value } of client.pages(
      documents.KeywordsDocument,
      { first: 1 },
      ({ keywords }) => keywords,
    ))
      items.push(value);
    expect(items.sort()).toEqual(['boots', 'shoes']);
    const id = unwrap(createKeywords[0] as (typeof createKeywords)[number]).keyword.id;
    const { deleteKeyword } = await client.request(documents.DeleteKeywordDocument, { id });
    expect(unwrap(deleteKeyword).keyword.status).toBe('DELETED');
    const { changes } = await client.request(documents.ChangesDocument, { first: 1 });
    expect(changes.nodes).toMatchObject([{ resource: 'Keyword', resourceId: id, action: 'DELETE' }]);
  });

  it('return the caller, and look up a global ID', async () => {
    const client = service.connect(await service.register());
    const { viewer } = await client.request(documents.ViewerDocument);
    expect(viewer.seats).toEqual([viewer.seat]);
    const made = await client.request(documents.CreateAdvertiserDocument, { input: advertiserInput() });
    const { id, name } = unwrap(made.createAdvertiser).advertiser;
    const { node } = await client.request(documents.NodeDocument, { id });
    expect(node).toEqual({ __typename: 'Advertiser', id, name });
    const { nodes } = await client.request(documents.NodesDocument, { ids: ['Line:2000000000', id] });
    expect(nodes).toEqual([null, node]);
    const { changes } = await client.request(documents.ChangesDocument, { first: 1 });
    expect(changes.nodes[0]).toMatchObject({ user: viewer.user, node: { __typename: 'Advertiser', id } });
  });

  it('read the dictionary', async () => {
    const client = service.connect(await service.register());
    const { dictionary } = await client.request(documents.DictionaryDocument);
    expect(dictionary.languages).toContainEqual({ value: 'en', name: 'English' });
    const { dictionary: found } = await client.request(documents.LocationsDocument, {
      type: 'country',
      mr: 500,
    });
    expect(found.locations.map(({ name }) => name)).toContain('Aruba');
  });
});
