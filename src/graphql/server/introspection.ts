import type { System } from '../../domain/context.ts';

/** With introspection off, neither `__schema` nor a suggestion in an error message shows what the schema has. */
export const isSchemaHidden = ({ config }: Pick<System, 'config'>): boolean => config.introspection === 'off';
