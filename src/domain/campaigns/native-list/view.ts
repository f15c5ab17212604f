import type { NativeList as Row } from '../../../platform/database/generated/prisma/client.ts';

export type NativeList = Row;

/** What the operator's other kinds of lists are told apart by; there is one kind here. */
export const NATIVE_LIST_TYPE_ID = 1;
