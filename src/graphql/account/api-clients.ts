import type { z } from 'zod';
import { createApiClient } from '../../domain/access/identity/seat-clients/create.ts';
import { listSeatClients, MAX_LISTED } from '../../domain/access/identity/seat-clients/find.ts';
import {
  CreateApiClient,
  RevokeApiClient,
  RotateApiClient,
  UpdateApiClient,
} from '../../domain/access/identity/seat-clients/input.ts';
import { revokeApiClient } from '../../domain/access/identity/seat-clients/revoke.ts';
import { rotateApiClient } from '../../domain/access/identity/seat-clients/rotate.ts';
import { updateApiClient } from '../../domain/access/identity/seat-clients/update.ts';
import type { KnownClient } from '../../domain/access/tenancy/known.ts';
import type { DomainContext } from '../../domain/context.ts';
import type { InputDefinition } from '../../resources/define/input.ts';
import { builder } from '../builder.ts';
import { createInput } from '../parts/inputs.ts';
import { mutation } from '../parts/mutation.ts';
import { capitalized } from '../parts/names.ts';
import { withIds } from '../parts/values/ids.ts';
import { ApiClient } from './viewer.ts';

builder.queryField('apiClients', (t) =>
  t.field({
    type: [ApiClient],
    nullable: true,
    description: `Returns the API clients that the seat manages: those that can be used first, then the newest first; at most ${MAX_LISTED}. Requires the role \`ADMIN\`.`,
    extensions: { maxItems: MAX_LISTED },
    resolve: (_root, _args, ctx) => listSeatClients(ctx),
  }),
);

interface Made {
  readonly client: KnownClient;
  readonly secret?: string;
}

/** Adds a mutation of API clients. Mutations that create a secret return it. */
function clientMutation(options: {
  readonly name: string;
  readonly description: string;
  readonly definition: InputDefinition<z.ZodRawShape>;
  readonly returned: string;
  readonly run: (options: { ctx: DomainContext; input: unknown }) => Promise<Made>;
  readonly hasSecret: boolean;
}): void {
  const { name, description, definition, returned, run, hasSecret } = options;
  mutation<Made>({
    name,
    description: `${description} Requires the role \`ADMIN\`.`,
    input: createInput(`${capitalized(name)}Input`, definition, `The input of \`${name}\`.`),
    unrecorded: true,
    payload: (t) => ({
      client: t.field({ type: ApiClient, description: returned, resolve: ({ client }) => client }),
      ...(hasSecret && {
        secret: t.string({
          description: 'The client secret. It is only returned this once.',
          resolve: ({ secret = '' }) => secret,
        }),
      }),
    }),
    run: ({ ctx, input }) => run({ ctx, input: withIds(input, definition.fields) }),
  });
}

clientMutation({
  name: 'createApiClient',
  description: 'Creates an API client of the seat, with a user of its own.',
  definition: CreateApiClient,
  returned: 'The created client.',
  run: createApiClient,
  hasSecret: true,
});

clientMutation({
  name: 'rotateApiClient',
  description:
    'Creates a new secret for an API client that the seat manages. The old one remains valid for a while.',
  definition: RotateApiClient,
  returned: 'The client.',
  run: rotateApiClient,
  hasSecret: true,
});

clientMutation({
  name: 'updateApiClient',
  description:
    'Changes the name or the wire profile of an API client that the seat manages. Fields that are not in the input stay unchanged.',
  definition: UpdateApiClient,
  returned: 'The client after the change.',
  run: updateApiClient,
  hasSecret: false,
});

clientMutation({
  name: 'revokeApiClient',
  description:
    'Revokes an API client that the seat manages. Its tokens are refused within five seconds, and it gets no more.',
  definition: RevokeApiClient,
  returned: 'The client after the change.',
  run: revokeApiClient,
  hasSecret: false,
});
