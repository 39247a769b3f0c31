import { itemKind } from '../db/table.ts';

/** People. What is stored with one, such as sessions, grants and settings, is in the same partition. */
export const userKind = itemKind('U#', 'account');

/** The partition of a person and of all that is stored with them. */
export const userPartition = (userId: string): string => userKind.key(userId).pk;
