import type { z } from 'zod';
import type { DomainContext } from '../../domain/context.ts';
import { createApiClient } from '../../domain/identity/seat-clients/create.ts';
import { listSeatClients, MOST_LISTED } from '../../domain/identity/seat-clients/find.ts';
import {
  CreateApiClient,
  RevokeApiClient,
  RotateApiClient,
} from '../../domain/identity/seat-clients/input.ts';
import { revokeApiClient } from '../../domain/identity/seat-clients/revoke.ts';
import { rotateApiClient } from '../../domain/identity/seat-clients/rotate.ts';
import type { InputDefinition } from '../../domain/input.ts';
import type { KnownClient } from '../../domain/tenancy/known.ts';
import { builder } from '../builder.ts';
import { VALIDATE_ONLY } from '../parts/arguments.ts';
import { withIds } from '../parts/ids.ts';
import { createInput } from '../parts/inputs.ts';
import { ApiClient } from './viewer.ts';

builder.queryField('apiClients', (t) =>
  t.field({
    type: [ApiClient],
    description: `Returns the API clients of the seat: those that can be used first, then the newest first; at most ${MOST_LISTED}. Requires the role \`ADMIN\`.`,
    extensions: { mostItems: MOST_LISTED },
    resolve: (_root, _args, ctx) => listSeatClients(ctx),
  }),
);

type Verb<Result> = (options: { ctx: DomainContext; input: unknown }) => Promise<Result>;

/** One mutation of API clients; those that make a secret return it. */
function mutation<Result extends { client: KnownClient; secret?: string }>(options: {
  readonly name: string;
  readonly description: string;
  readonly definition: InputDefinition<z.ZodRawShape>;
  readonly returned: string;
  readonly run: Verb<Result>;
  readonly hasSecret: boolean;
}): void {
  const { name, description, definition, returned, run, hasSecret } = options;
  const Name = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  const Payload = builder.objectRef<{ client: KnownClient; secret?: string }>(`${Name}Payload`).implement({
    description: `The payload that \`${name}\` returns on success.`,
    fields: (t) => ({
      client: t.field({ type: ApiClient, description: returned, resolve: ({ client }) => client }),
      ...(hasSecret && {
        secret: t.string({
          description: 'The client secret. It is only returned this once.',
          resolve: ({ secret = '' }) => secret,
        }),
      }),
    }),
  });
  builder.mutationField(name, (t) =>
    t.field({
      type: Payload,
      description: `${description} Requires the role \`ADMIN\`.`,
      errors: {
        union: {
          name: `${Name}Result`,
          description: `The result of \`${name}\`: its payload or a typed error.`,
        },
      },
      args: {
        input: t.arg({
          type: createInput(`${Name}Input`, definition, `The input of \`${name}\`.`),
          required: true,
          description: 'The input of the mutation.',
        }),
        validateOnly: t.arg.boolean(VALIDATE_ONLY),
      },
      resolve: (_root, { input, validateOnly }, ctx) =>
        run({
          ctx: { ...ctx, validateOnly: validateOnly ?? false },
          input: withIds(input, definition.fields),
        }),
    }),
  );
}

mutation({
  name: 'createApiClient',
  description: 'Creates an API client of the seat, with a user of its own.',
  definition: CreateApiClient,
  returned: 'The created client.',
  run: createApiClient,
  hasSecret: true,
});

mutation({
  name: 'rotateApiClient',
  description: 'Creates a new secret for an API client. The old one remains valid for a while.',
  definition: RotateApiClient,
  returned: 'The client.',
  run: rotateApiClient,
  hasSecret: true,
});

mutation({
  name: 'revokeApiClient',
  description: 'Revokes an API client. Its tokens are refused within five seconds, and it gets no more.',
  definition: RevokeApiClient,
  returned: 'The client after the change.',
  run: revokeApiClient,
  hasSecret: false,
});
