import { itemKind } from '../db/table.ts';

/** Workspaces. Their limits and counters are in the same partition. */
export const workspaceKind = itemKind('W#', 'workspace');
