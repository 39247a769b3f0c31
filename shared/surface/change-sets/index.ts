import { getChangeSet } from '../../events/change-sets/get-change-set.ts';
import { listChangeSets } from '../../events/change-sets/list-change-sets.ts';
import { getJob } from './get-job.ts';
import { revertChangeSet } from './revert-change-set.ts';
import { revertChanges } from './revert-changes.ts';

export const changeSetOperations = [listChangeSets, getChangeSet, revertChangeSet, revertChanges, getJob];
