import { z } from 'zod';
import { id, json, oneOf, text, token } from '../fields.ts';
import { defineInput } from '../input.ts';

/** Fields of a product set (spec 2, "Product set"), as created and as updated. */

const fields = {
  accountId: id('Advertiser').describe('Advertiser whose products they are; never changes.'),
  name: text().describe('Display name.'),
  type: token().optional().describe('RETAIL, PRODUCT or another such word; PRODUCT unless given.'),
  status: oneOf(['ACTIVE', 'INACTIVE']).optional().describe('ACTIVE, unless given, or INACTIVE.'),
  productSetFilter: json().describe(
    'Which products: `{"brand": {"eq": "Acme"}}`, or an `and` or `or` list of at most five such.',
  ),
};

const readOnly = ['id', 'count', 'isAllProducts', 'createdAt', 'updatedAt'];

export const CreateProductSet = defineInput({ fields: z.object(fields), readOnly });

export const UpdateProductSet = defineInput({ fields: z.object(fields).partial(), readOnly });
