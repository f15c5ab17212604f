import type { DashboardClientsQuery } from '../../generated/graphql.ts';

export type Client = NonNullable<DashboardClientsQuery['apiClients']>[number];
