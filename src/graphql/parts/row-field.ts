import { type DeferredField, deferField } from '../reading/deferred-field.ts';
import { type FieldType, models } from './models.ts';

/** Adds to a resource a field whose values are loaded after the rows. */
export function rowField(
  owner: unknown,
  path: `${string}.${string}`,
  options: { type: FieldType; nullable?: boolean; description: string; extensions?: object } & DeferredField,
): void {
  const { type, nullable = false, description, extensions = {}, ...deferred } = options;
  const [name = '', field = ''] = path.split('.');
  models.prismaObjectField(owner, field, (t) => t.field({ type, nullable, description, extensions }));
  deferField(name, field, deferred);
}

/** Adds `extra` to a resource that stores unknown fields as sent. */
export function addPassthroughFields(type: unknown): void {
  definedField(type, 'extra', {
    type: 'JSONObject',
    description: 'Further fields that were sent with the resource, returned unchanged.',
  });
}

/** Adds a field whose values come from the definition of the resource. */
export function definedField(
  owner: unknown,
  field: string,
  options: { type: FieldType; description: string; extensions?: object; deprecationReason?: string },
): void {
  models.prismaObjectField(owner, field, (t) => t.field({ nullable: false, ...options }));
}
