import { z } from 'zod';
import { integer, oneOf, origin } from '../kinds.ts';

/** How operators monitor the service. */
export const OPERATION = {
  FLIGHTLINE_OPERATIONS_PORT: integer(0, 65_535).optional().meta({
    unset: '`PORT`',
    description:
      'A port of their own for `/metrics`, `/healthz` and `/readyz`, which are then not on `PORT`. Without it, `/metrics` answers only callers on the same machine.',
  }),
  FLIGHTLINE_OPERATIONS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,}$/, 'must have at least 16 characters of ASCII, without spaces')
    .optional()
    .meta({
      description:
        'A secret of at least 16 ASCII characters without spaces. Callers on other machines that send it as a Bearer token see `/metrics` and `/readyz?verbose` ([health](operations.md#health-and-metrics)).',
    }),
  FLIGHTLINE_REQUEST_LOG_MB: integer(0, 1_000_000).default(256).meta({
    description:
      'How much of the request log is stored in `FLIGHTLINE_DATA_DIR` for `flightline request show`, in MiB, for a week at most. `0` stores nothing.',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: origin
    .optional()
    .describe('The URL of an OpenTelemetry collector that receives [traces](operations.md#traces).'),
  OTEL_SERVICE_NAME: z.string().default('flightline').describe('The name of the service in traces.'),
  LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('The least severe level that is logged.'),
};
