import { itemKind } from '../../kernel/db/table.ts';

/** Identifies stories in the table and its stream; separate from their store, for those who need no more than their keys. */
export const storyKind = itemKind('S#', 'workspace');
