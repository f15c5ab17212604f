import { z } from 'zod';
import { amount, boolean, id, integer, list, oneOf, text } from '../fields.ts';
import { defineInput } from '../input.ts';

/** Fields of a deal (spec 2, "Deal"; RULINGS T14), as created and as updated. */

const ids = (of: string) => list(id(of), 1000);

const fields = {
  name: text().describe('Display name.'),
  status: oneOf(['ACTIVE', 'INACTIVE']).describe('ACTIVE or INACTIVE.'),
  exchangeId: integer(1, Number.MAX_SAFE_INTEGER).describe('The exchange; known ones have names.'),
  exchangeDealId: text().describe('The deal’s ID on the exchange.'),
  description: text(2000).describe('What was agreed.'),
  reservePrice: amount().optional().describe('Acceptable reserve price; 0 unless given.'),
  accountGroupId: id('AccountGroup').optional().describe('Account group that can target the deal.'),
  accountIsExcluded: boolean().describe('true: all advertisers but `accounts`; false: only `accounts`.'),
  accounts: ids('Advertiser').optional().describe('Advertisers that may, or may not, target it.'),
  accountGroups: ids('AccountGroup').optional().describe('Further account groups that can target it.'),
};

const readOnly = ['id', 'createdAt', 'updatedAt'];

export const CreateDeal = defineInput({ fields: z.object(fields), readOnly });

/** An empty array clears. */
export const UpdateDeal = defineInput({ fields: z.object(fields).partial(), readOnly });
