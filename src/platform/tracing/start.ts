import type { Logger } from 'pino';
import type { Config } from '../../config.ts';
import { setTracer } from './span.ts';

/**
 * Starts tracing if the settings name a collector, and returns the function that ends it. Otherwise loads
 * nothing.
 */
export async function startTracing(options: {
  config: Pick<Config, 'tracing'>;
  log: Logger;
}): Promise<() => Promise<void>> {
  const { config, log } = options;
  if (!config.tracing) return async () => undefined;
  const { openTelemetry } = await import('./opentelemetry.ts');
  const { tracer, close } = await openTelemetry({ ...config.tracing, log });
  setTracer(tracer);
  return async () => {
    setTracer(undefined);
    await close();
  };
}
