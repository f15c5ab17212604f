import type { NativeList as Row } from '../../../platform/database/generated/prisma/client.ts';

export type NativeList = Row;

/** Identifies native lists among the operator's kinds of lists; this service has only this kind. */
export const NATIVE_LIST_TYPE_ID = 1;
