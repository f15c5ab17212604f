import type { components, paths } from './generated/rest.ts';

/**
 * The types of the REST interfaces, generated from the document that the service serves at `/openapi.json`.
 */
export type { components, paths };

/** A body, or a part of it, by its name in the document: `Schema<'Advertiser'>`. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];
