import type { ArgBuilder, FieldMap, GenericFieldRef, InterfaceRef, TypeParam } from '@pothos/core';
import type { PrismaObjectRef } from '@pothos/plugin-prisma';
import type { GraphQLResolveInfo } from 'graphql';
import type { DomainContext } from '../../domain/context.ts';
import type { Columns, ModelName } from '../../resources/define/kinds.ts';
import { builder } from '../builder.ts';
import type { ListArguments } from './connection-types.ts';

type Types = (typeof builder)['$inferSchemaTypes'];
export type ResourceType<Name extends keyof Types['PrismaTypes'] = 'Line'> = PrismaObjectRef<
  Types,
  Types['PrismaTypes'][Name],
  { id: Columns<Name> extends { id: infer Id } ? Id : number }
>;

export type FieldType = TypeParam<Types>;
type Ref = GenericFieldRef<unknown>;

/** The part of a model's field builder that is used here. */
export interface ModelFields<Parent extends object> {
  readonly arg: ArgBuilder<Types>;
  field(options: {
    type: FieldType;
    nullable: boolean;
    description: string;
    args?: object;
    extensions?: object;
  }): Ref;
  connection(
    options: {
      type: FieldType;
      description: string;
      args: object;
      extensions?: object;
      resolve: (parent: Parent, args: ListArguments, ctx: DomainContext, info: GraphQLResolveInfo) => unknown;
    },
    connection: FieldType,
  ): Ref;
}

/**
 * Replaces Pothos's own types, which follow from all relations of a model: definitions refer to models and columns by
 * name.
 */
interface Models {
  prismaObject<Name extends ModelName>(
    name: Name,
    options: {
      description: string;
      interfaces: readonly InterfaceRef<Types, object>[];
      fields: (t: ModelFields<object>) => FieldMap;
    },
  ): ResourceType<Name>;
  prismaObjectField<Parent extends object>(
    owner: unknown,
    name: string,
    field: (t: ModelFields<Parent>) => Ref,
  ): void;
}

export const models = builder as unknown as Models;
