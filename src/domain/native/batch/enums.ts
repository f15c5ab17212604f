import { defineEnum } from '../../../resources/define/enum-type.ts';

export const NATIVE_STATUS = defineEnum(
  'NativeStatus',
  'The possible states of an object of the native interface.',
  {
    ACTIVE: 'The object is active.',
    PAUSED: 'The object is paused.',
    DELETED: 'The object is deleted for good. It is kept for reports.',
  },
);

export const BID_CHANNEL = defineEnum('BidChannel', 'The channels that a bid can apply to.', {
  NATIVE: 'Native ads.',
  SEARCH: 'Search ads.',
});

export const KEYWORD_PARENT_TYPE = defineEnum(
  'KeywordParentType',
  'The possible types of a keyword’s parent.',
  {
    ADGROUP: 'An ad group.',
  },
);

export const TARGETING_PARENT_TYPE = defineEnum(
  'TargetingParentType',
  'The possible types of a targeting attribute’s parent.',
  { CAMPAIGN: 'A campaign.', ADGROUP: 'An ad group.' },
);

export const MATCH_TYPE = defineEnum('MatchType', 'The possible match types of a keyword.', {
  BROAD: 'Searches that are related to the keyword.',
  PHRASE: 'Searches that contain the keyword.',
  EXACT: 'Searches for the keyword alone.',
});
