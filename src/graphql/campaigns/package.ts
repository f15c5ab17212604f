import { findPackages } from '../../domain/campaigns/campaign/packages.ts';
import { builder } from '../builder.ts';
import { numberedNodeType } from '../parts/node.ts';
import { globalId } from '../parts/values/ids.ts';

export const Package = builder.prismaObject('Package', {
  description: 'A package: a named group of lines of a campaign.',
  fields: (t) => ({
    id: t.id({
      description: 'The global ID, such as `Package:123`.',
      resolve: ({ id }) => globalId('Package', id),
    }),
    name: t.exposeString('name', { description: 'The name.' }),
  }),
});

numberedNodeType({ type: Package, name: 'Package', find: findPackages });
