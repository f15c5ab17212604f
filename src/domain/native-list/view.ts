import type { NativeList as Row } from '../../db/generated/prisma/client.ts';

export type NativeList = Row;

/** As read from a list, without its up to 500 items. */
export type NativeListSummary = Omit<Row, 'items'>;

/** What the operator's other kinds of lists are told apart by; there is one kind here. */
export const NATIVE_LIST_TYPE_ID = 1;
