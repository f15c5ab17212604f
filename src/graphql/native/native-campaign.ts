import { campaignObject } from '../../domain/campaigns/campaign/object.ts';
import { Campaign } from '../campaigns/campaign.ts';
import { nativeMutations } from './native-mutations.ts';

/**
 * Bulk mutations and deletion of campaigns, as in the native interface. Single mutations are in campaign.ts.
 */
nativeMutations({ object: campaignObject, type: Campaign, single: false });
