// An advertiser, a running line and a finished report: what a newcomer does first.
import { createClient, unwrap } from 'flightline-client';
import {
  CreateAdvertiserDocument,
  CreateCampaignDocument,
  CreateLineDocument,
  UpdateLineDocument,
  UpdateTargetingDocument,
} from 'flightline-client/documents';

const { URL: url = '', CLIENT_ID: clientId = '', CLIENT_SECRET: clientSecret = '' } = process.env;
const client = createClient({ url, clientId, clientSecret });
const FRANCE = 23424819;

const { createAdvertiser } = await client.request(CreateAdvertiserDocument, {
  input: {
    name: 'Corner Bakery',
    status: 'ACTIVE',
    landingPageUrl: 'https://bakery.example',
    iabCategoryId: 1,
    timezone: 'Europe/Paris',
    currency: 'EUR',
    billingPrice: 10,
    contact: { addressLine1: '1 Rue', city: 'Paris', region: 'IDF', postalCode: '75001', country: 'FR' },
  },
});
const { advertiser } = unwrap(createAdvertiser);

const { createCampaign } = await client.request(CreateCampaignDocument, {
  input: { advertiserId: advertiser.id, name: 'Spring' },
});
const { createLine } = await client.request(CreateLineDocument, {
  input: { campaignId: unwrap(createCampaign).campaign.id, name: 'Line' },
});
const lineId = unwrap(createLine).line.id;

const { updateTargeting } = await client.request(UpdateTargetingDocument, {
  input: { lineId, types: [{ name: 'GEOGRAPHY', isTargeted: true }], geos: { added: [FRANCE] } },
});
unwrap(updateTargeting);
const { updateLine } = await client.request(UpdateLineDocument, { input: { id: lineId, status: 'ACTIVE' } });
console.log(unwrap(updateLine).line.status);

const report = await client.reports.run({
  reportOption: { dimensionTypeIds: [4], metricTypeIds: [1, 10002] },
  dateTypeId: 8,
  intervalTypeId: 1,
});
console.log(await report.text());
