import { defineEnum } from '../../../resources/define/enum-type.ts';

export const CAMPAIGN_STATUS = defineEnum('CampaignStatus', 'The possible states of a campaign.', {
  ACTIVE: 'The campaign is active. Its lines can deliver.',
  PAUSED: 'The campaign is paused. Its lines do not deliver.',
  DELETED: 'The campaign is deleted. It is kept for reports.',
});

export const CAMPAIGN_BUDGET_TYPE = defineEnum(
  'CampaignBudgetType',
  'The possible periods of a campaign’s budget.',
  { LIFETIME: 'The whole life of the campaign.', DAILY: 'A day.' },
);

export const CAMPAIGN_OBJECTIVE = defineEnum('CampaignObjective', 'The possible objectives of a campaign.', {
  VISIT_WEB: 'Bring people to a website.',
  PROMOTE_BRAND: 'Promote a brand.',
  VISIT_OFFER: 'Bring people to an offer.',
  INSTALL_APP: 'Make people install an app.',
  REENGAGE_APP: 'Bring people back to an app.',
  MAIL_SPONSORED: 'Sponsored mail.',
});

export const CHANNEL = defineEnum('CampaignChannel', 'The possible channels of a campaign.', {
  NATIVE: 'Native ads.',
  SEARCH: 'Search ads.',
  SEARCH_AND_NATIVE: 'Both.',
});
