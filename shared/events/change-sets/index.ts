import { getChangeSet } from './get-change-set.ts';

export const changeSetOperations = [getChangeSet];
