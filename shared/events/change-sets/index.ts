import { getChangeSet } from './get-change-set.ts';
import { revertChangeSet } from './revert-change-set.ts';

export const changeSetOperations = [getChangeSet, revertChangeSet];
