import type { System } from '../../../domain/context.ts';

/**
 * Returns whether introspection is off. Then neither `__schema` nor suggestions in error messages may reveal the
 * schema.
 */
export const isSchemaHidden = ({ config }: Pick<System, 'config'>): boolean => config.introspection === 'off';
