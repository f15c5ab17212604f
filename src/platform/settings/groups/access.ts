import { z } from 'zod';
import { oneOf, origin } from '../kinds.ts';

/** Settings of encryption, signing and verification. */
export const ACCESS = {
  FLIGHTLINE_MASTER_KEY: z
    .string()
    .transform((text) => Buffer.from(text, 'base64'))
    .refine((key) => key.length === 32, 'must be 32 bytes in base64')
    .optional()
    .meta({
      unset: 'generated in the data directory; required with `DATABASE_URL`',
      description: '32 bytes in base64 that encrypt client secrets and sign links.',
    }),
  FLIGHTLINE_EVENTS_REALM: z
    .string()
    .regex(
      /^(?!(aaca|dsp|admin)$)[A-Za-z0-9._-]{1,64}$/,
      'must be letters, digits, . _ -, and not aaca, dsp or admin',
    )
    .default('events')
    .describe('The realm of tokens for pixel events.'),
  FLIGHTLINE_AUTH_URL: origin.optional().meta({
    unset: 'the service itself',
    description: 'The URL of a separate token service, at which the intake introspects tokens.',
  }),
  FLIGHTLINE_AUTH_CLIENT_ID: z
    .string()
    .min(1)
    .optional()
    .describe('The ID of the client with which the intake introspects tokens.'),
  FLIGHTLINE_AUTH_CLIENT_SECRET: z.string().min(1).optional().describe('The secret of that client.'),
  FLIGHTLINE_INTAKE_AUTH: oneOf(['enforce', 'observe'])
    .default('enforce')
    .describe('`observe` counts and logs invalid tokens of events and conversions instead of refusing them.'),
};
