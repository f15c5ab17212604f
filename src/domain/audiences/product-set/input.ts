import { json } from '../../../resources/define/fields.ts';
import { inputsOf } from '../../../resources/define/inputs.ts';
import { PRODUCT_SET } from './definition.ts';

export const { create: CreateProductSet, update: UpdateProductSet } = inputsOf(PRODUCT_SET, {
  more: {
    productSetFilter: json().describe(
      'The filter, such as `{"brand": {"eq": "Acme"}}`, or an `and` or `or` list of at most five such filters.',
    ),
  },
  answered: ['count'],
});
