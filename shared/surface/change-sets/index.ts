import { getChangeSet } from '../../events/change-sets/get-change-set.ts';
import { revertChangeSet } from './revert-change-set.ts';

export const changeSetOperations = [getChangeSet, revertChangeSet];
