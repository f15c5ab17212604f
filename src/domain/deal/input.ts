import { z } from 'zod';
import { amount, boolean, id, integer, list, oneOf, text } from '../fields.ts';
import { defineInput } from '../input.ts';

/** Fields of a deal (spec 2, "Deal"; RULINGS T14), as created and as updated. */

const ids = (of: string) => list(id(of), 1000);

const fields = {
  name: text().describe('The display name.'),
  status: oneOf(['ACTIVE', 'INACTIVE']).describe('The status: `ACTIVE` or `INACTIVE`.'),
  exchangeId: integer(1, Number.MAX_SAFE_INTEGER).describe(
    'The ID of the exchange. The dictionary lists the names of known exchanges.',
  ),
  exchangeDealId: text().describe('The ID of the deal on the exchange.'),
  description: text(2000).describe('A description of the deal.'),
  reservePrice: amount().optional().describe('The acceptable reserve price. Default 0.'),
  accountGroupId: id('AccountGroup').optional().describe('The account group that can target the deal.'),
  accountIsExcluded: boolean().describe(
    'How `accounts` is applied. If true, all advertisers except `accounts` can target the deal; if false, only `accounts` can.',
  ),
  accounts: ids('Advertiser')
    .optional()
    .describe('The advertisers that can or cannot target the deal, depending on `accountIsExcluded`.'),
  accountGroups: ids('AccountGroup').optional().describe('Further account groups that can target the deal.'),
};

const readOnly = ['id', 'createdAt', 'updatedAt'];

export const CreateDeal = defineInput({ fields: z.object(fields), readOnly });

/** An empty array clears. */
export const UpdateDeal = defineInput({ fields: z.object(fields).partial(), readOnly });
