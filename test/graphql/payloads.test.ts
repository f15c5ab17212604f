import { getNamedType, isObjectType } from 'graphql';
import { expect, test } from 'vitest';
import { schema } from '../../src/graphql/schema.ts';
import { trafficSystem } from '../support/seat.ts';

/** What a mutation answers updates a cache: the changed node, and its parents with their new counts. */

const seat = await (await trafficSystem()).caller();

test('every payload of a create, an update or a deletion reaches a node', () => {
  // What these answer is no node: an ID, a code, a clock, a count.
  const without = [
    'AddSandboxFaultPayload',
    'AdvanceSandboxClockPayload',
    'CreateAuthorizationCodePayload',
    'CreateClickPayload',
    'LoadProductFeedPayload',
    'RemoveSandboxFaultPayload',
    'RemoveSandboxSnapshotPayload',
    'ReplayRefusedEventsPayload',
    'ResetSandboxPayload',
    'RestoreSandboxSnapshotPayload',
    'SendConversionPayload',
    'SendPixelEventPayload',
    'SetSandboxClockPayload',
    'TakeSandboxSnapshotPayload',
  ];
  const reaches = Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .filter(({ name }) => name.endsWith('Payload'))
    .filter((type) =>
      Object.values(type.getFields()).every((field) => {
        const of = getNamedType(field.type);
        return !isObjectType(of) || !of.getInterfaces().some(({ name }) => name === 'Node');
      }),
    );
  expect(reaches.map(String).sort()).toEqual(without);
});

test('a new ad returns its line, campaign and advertiser with their new counts', async () => {
  const line = await seat.line();
  const creative = await seat.creative({ advertiserId: line.advertiserId });
  const create = async () => {
    const { body } = await seat.graphql(
      `mutation ($input: CreateAdInput!) { createAd(input: $input) { ... on CreateAdPayload { ad { id
        creative { id }
        line { id ads { totalCount } campaign { id lines { totalCount } advertiser { id lines { totalCount } } } } } } } }`,
      { input: { lineId: line.id, creativeId: creative.id, status: 'ACTIVE' } },
    );
    return body.data.createAd.ad;
  };
  expect(await create()).toMatchObject({
    creative: { id: `Creative:${creative.id}` },
    line: {
      id: `Line:${line.id}`,
      ads: { totalCount: 1 },
      campaign: {
        id: `Campaign:${line.campaignId}`,
        lines: { totalCount: 1 },
        advertiser: { id: `Advertiser:${line.advertiserId}`, lines: { totalCount: 1 } },
      },
    },
  });
  expect((await create()).line.ads.totalCount).toBe(2);
});

test('changes of targeting and of the clients of a pixel answer the line and the pixel', async () => {
  const line = await seat.line();
  const pixel = await seat.pixel({ advertiserId: line.advertiserId });
  const { body } = await seat.graphql(
    `mutation ($targeting: UpdateTargetingInput!, $clients: UpdatePixelClientsInput!) {
      updateTargeting(input: $targeting) { ... on UpdateTargetingPayload { line { id campaign { id } targeting { types { name } } } } }
      updatePixelClients(input: $clients) { ... on UpdatePixelClientsPayload { pixel { id clientIds advertiser { id } } } } }`,
    {
      targeting: { lineId: line.id, types: [{ name: 'GEOGRAPHY', isTargeted: false }] },
      clients: { pixelId: pixel.id, added: [seat.client.clientId] },
    },
  );
  expect(body.data).toMatchObject({
    updateTargeting: { line: { id: `Line:${line.id}`, campaign: { id: `Campaign:${line.campaignId}` } } },
    updatePixelClients: {
      pixel: {
        id: `Pixel:${pixel.id}`,
        clientIds: [seat.client.clientId],
        advertiser: { id: `Advertiser:${line.advertiserId}` },
      },
    },
  });
});
