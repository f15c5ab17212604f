import { campaignObject } from '../domain/campaign/object.ts';
import { Campaign } from './campaign.ts';
import { nativeMutations } from './native-mutations.ts';

/** Campaigns in bulk and their deletion, as the native interface does both; one by one stands in campaign.ts. */
nativeMutations({ object: campaignObject, type: Campaign, single: false });
