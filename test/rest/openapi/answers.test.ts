import { describe, expect, it } from 'vitest';
import { type Reply, testApp, trafficHeaders } from '../../support/app.ts';
import { ASSERTION_TYPE, assertionOf } from '../../support/assertion.ts';
import { ADVERTISER, ARUBA, trafficSystem } from '../../support/seat.ts';
import { createPoster } from '../../support/traffic/intake.ts';
import { answerChecker } from './checker.ts';

const { system, caller } = await trafficSystem();
const { send } = await testApp(system);
const check = answerChecker((await send('GET', '/openapi.json')).body);
const seat = await caller({ legalComplianceCountry: 'FR' });
const headers = await trafficHeaders(system, seat.client);

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Sends a call, and holds its answer against the document. */
async function documented(method: Method, url: string, body?: unknown, own = headers): Promise<Reply> {
  const reply = await send(method, url, { headers: own, ...(body !== undefined && { body }) });
  expect({ call: `${method} ${url}`, status: reply.status, findings: check(method, url, reply) }).toEqual({
    call: `${method} ${url}`,
    status: reply.status,
    findings: [],
  });
  return reply;
}

describe('answers are as the document says', () => {
  it('of advertisers, whole and refused', async () => {
    const billingContact = {
      firstName: 'A',
      lastName: 'B',
      email: 'a@b.example',
      addressLine1: '1 Street',
      city: 'Paris',
      country: 'FR',
      legalMandateConfirmation: true,
    };
    const { body } = await documented('POST', '/traffic/advertisers', { ...ADVERTISER, billingContact });
    await documented('PUT', `/traffic/advertisers/${body.response.id}`, { name: 'Other' });
    await documented('GET', '/traffic/advertisers?limit=5');
    await seat.pixel({ advertiserId: body.response.id });
    await documented('GET', `/traffic/advertisers/${body.response.id}/beaconlookups`);
    await documented('GET', '/traffic/advertisers/999999');
    await documented('POST', '/traffic/advertisers', {});
    const { headers } = await documented('GET', '/traffic/advertisers', undefined, {});
    expect(headers['www-authenticate']).toBe('Bearer');
  });

  it('of lines and their targeting', async () => {
    const campaign = await seat.campaign();
    const schedules = [
      { budget: 5, startDateStr: '2026-12-01T00:00:00Z', endDateStr: '2026-12-02T00:00:00Z' },
    ];
    const feeList = [{ name: 'Server', fee: 1, typeName: 'AD_SERVING' }];
    const line = { name: 'Line', orderId: campaign.id, schedules, feeList, elsewhere: { kept: true } };
    const { body } = await documented('POST', '/traffic/lines', line);
    const url = `/traffic/lines/${body.response.id}`;
    await documented('GET', url);
    await documented('PUT', url, { bidPrice: 2 });
    await documented('GET', `/traffic/lines?orderId=${campaign.id}`);
    const geography = { types: [{ name: 'GEOGRAPHY', isTargeted: true }], geos: { added: [ARUBA] } };
    await documented('POST', `${url}/targeting/`, geography);
    await documented('GET', `${url}/targeting`);
    await documented('PUT', url, { status: 'NOT_STARTED' });
    const noon = { targetType: 'DAY_PARTING', targetValue: { day: 'Mon', hour: 12 }, multiplier: 1.5 };
    await documented('POST', `${url}/bidmultipliers`, { added: [noon] });
    await documented('GET', `${url}/bidmultipliers`);
    for (const type of ['DAY_PARTING', 'SUPPLY_GROUP', 'SITE_X_DEVICE', 'SITE_GROUP_X_DEVICE'])
      await documented('GET', `/traffic/targeting/bidmultipliertargets?type=${type}`);
  });

  it('of ads', async () => {
    const ad = await seat.ad();
    await documented('GET', `/traffic/ads/${ad.id}`);
    await documented('GET', `/traffic/ads?lineId=${ad.lineId}`);
    const schedules = [{ startDate: '2026-12-01T00:00:00Z', endDate: '2026-12-02T00:00:00Z' }];
    await documented('PUT', `/traffic/ads/${ad.id}`, { schedules });
    await documented('PUT', `/traffic/ad/${ad.id}`, { status: 'INACTIVE', nativeAdStatus: 'PAUSED' });
    await documented('POST', '/traffic/ads', {});
  });

  it('of deals, native lists, product sets and quotas', async () => {
    const advertiser = await seat.advertiser();
    const deal = {
      name: 'Deal',
      status: 'ACTIVE',
      exchangeId: 1,
      exchangeDealId: 'X-1',
      description: 'Agreed',
      accountIsExcluded: false,
      accounts: [advertiser.id],
    };
    const { body: made } = await documented('POST', '/traffic/deals', deal);
    await documented('PUT', `/traffic/deals/${made.response.id}`, { reservePrice: 1.5 });
    await documented('GET', '/traffic/deals');
    const list = {
      accountId: advertiser.id,
      name: 'Sites',
      status: 'ACTIVE',
      items: [{ itemName: 'news.example' }],
    };
    const { body: nativeList } = await documented('POST', '/traffic/nativelists', list);
    await documented('GET', `/traffic/nativelists/${nativeList.response.id}`);
    await documented('PUT', `/traffic/nativelists/${nativeList.response.id}`, { name: 'Other' });
    await documented('GET', `/traffic/nativelists?accountId=${advertiser.id}`);
    const productSet = {
      accountId: advertiser.id,
      name: 'Set',
      type: 'RETAIL',
      status: 'ACTIVE',
      productSetFilter: { brand: { eq: 'Acme' } },
    };
    const { body: set } = await documented('POST', '/traffic/productsets', productSet);
    await documented('GET', `/traffic/productsets/${set.response.id}?accountId=${advertiser.id}`);
    await documented('GET', `/traffic/productsets?accountId=${advertiser.id}`);
    await documented('GET', '/traffic/ratelimit');
  });

  it('of native objects, single and in batches', async () => {
    const advertiser = await seat.advertiser();
    const campaign = {
      advertiserId: advertiser.id,
      campaignName: 'Native',
      objective: 'VISIT_WEB',
      channel: 'SEARCH_AND_NATIVE',
      isPartnerNetwork: 'TRUE',
    };
    const { body } = await documented('POST', '/v3/rest/campaign/', campaign);
    const bidSet = { bids: [{ priceType: 'CPC', value: 1, channel: 'NATIVE' }] };
    const group = { advertiserId: advertiser.id, campaignId: body.response.id, adGroupName: 'Group', bidSet };
    const { body: made } = await documented('POST', '/v3/rest/adgroup/', [group, { ...group, bidSet: 5 }]);
    const adGroupId = made.response[0].id;
    const ad = { adGroupId, title: 'Title', landingUrl: 'https://shop.example' };
    const { body: nativeAd } = await documented('POST', '/v3/rest/ad', ad);
    const parent = { parentType: 'ADGROUP', parentId: adGroupId, advertiserId: advertiser.id };
    const { body: keyword } = await documented('POST', '/v3/rest/keyword', { ...parent, value: 'shoes' });
    for (const [name, id] of [
      ['campaign', body.response.id],
      ['adgroup', adGroupId],
      ['ad', nativeAd.response.id],
      ['keyword', keyword.response.id],
    ]) {
      await documented('GET', `/v3/rest/${name}/${id}`);
      await documented('GET', `/v3/rest/${name}/?advertiserId=${advertiser.id}`);
      await documented('PUT', `/v3/rest/${name}`, { id, status: 'PAUSED' });
    }
    await documented('DELETE', `/v3/rest/keyword/${keyword.response.id}`);
    await documented('GET', '/v3/rest/targetingattribute/?advertiserId=0');
    await documented('GET', '/v3/rest/campaign/1', undefined, {});
  });

  it('of the dictionary', async () => {
    const advertiser = await seat.advertiser();
    const lists = ['', '/language', '/country', '/timezone', '/device', '/currency', '/currency?code=USD'];
    const texts = ['/call_to_action_text/', '/flash_sale_countdown_prefix_text/', '/bbsxd_supported_sites'];
    const places = ['/woeid?type=country', `/woeid?woeid=${ARUBA}`, '/woeid?location=Aruba', '/woeid'];
    const segments = ['3p', 'data_providers', 'platform'].map(
      (name) => `/interest_segments_${name}?advertiserId=${advertiser.id}`,
    );
    for (const path of [...lists, ...texts, ...places, ...segments, '/bbsxd_supported_site_groups'])
      await documented('GET', `/v3/rest/dictionary${path}`);
    await documented('GET', '/v3/rest/flash_sale_countdown_prefix_text');
  });

  it('of reporting', async () => {
    const advertiser = await seat.advertiser();
    const payload = { reportOption: { metricTypeIds: [1] }, dateTypeId: 2, intervalTypeId: 1 };
    const { body } = await documented('POST', '/extreport/', payload);
    await documented('GET', `/extreport/${body.customerReportId}`);
    await documented('GET', '/extreport/unknown');
    await documented('POST', '/extreport/', {});
    await documented('GET', `/extreport/cob?advertiserId=${advertiser.id}&day=20260101`);
    await documented('GET', `/extreport/${body.customerReportId}/download?expires=1&signature=x`);
  });

  it('of the token service', async () => {
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      client_assertion_type: ASSERTION_TYPE,
      client_assertion: assertionOf({ ...seat.client, now: system.now() }),
      realm: 'dsp',
      scope: 'dsp-api-access',
    });
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    const { status } = await documented('POST', '/identity/oauth2/access_token', String(form), type);
    expect(status).toBe(200);
    await documented('POST', '/identity/oauth2/access_token', 'grant_type=x', type);
    await documented('GET', '/identity/oauth2/jwks');
  });

  it('of intake', async () => {
    const { pixelId, eventToken, uploadToken } = await createPoster(system);
    const event = { event_time: Math.floor(Date.now() / 1000), user_data: { platform_id: 'X' } };
    const bearer = { authorization: `Bearer ${eventToken}` };
    const url = `/v1/pixels/${pixelId}/events`;
    await documented('POST', url, [event], bearer);
    await documented('POST', url, [{}], bearer);
    await documented('GET', '/?vmcid=c&id=1&dp=shop', undefined, { authorization: uploadToken });
    await documented('GET', '/', undefined, { authorization: uploadToken });
  });
});
