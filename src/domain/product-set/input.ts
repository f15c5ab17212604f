import { z } from 'zod';
import { id, json, oneOf, text, token } from '../fields.ts';
import { defineInput } from '../input.ts';

/** The fields of a product set for creation and update (spec 2, "Product set"). */

const fields = {
  accountId: id('Advertiser').describe('The advertiser that owns the product set. Immutable.'),
  name: text().describe('The display name.'),
  type: token().optional().describe('The type, such as `RETAIL` or `PRODUCT` (default).'),
  status: oneOf(['ACTIVE', 'INACTIVE']).optional().describe('The status: `ACTIVE` (default) or `INACTIVE`.'),
  productSetFilter: json().describe(
    'The filter, such as `{"brand": {"eq": "Acme"}}`, or an `and` or `or` list of at most five such filters.',
  ),
};

const readOnly = ['id', 'count', 'isAllProducts', 'createdAt', 'updatedAt'];

export const CreateProductSet = defineInput({ fields: z.object(fields), readOnly });

export const UpdateProductSet = defineInput({ fields: z.object(fields).partial(), readOnly });
