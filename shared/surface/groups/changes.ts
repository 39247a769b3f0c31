import { historyOperations } from '../../events/history/index.ts';
import { changeSetOperations } from '../change-sets/index.ts';
import { changeOperations } from '../../events/changes/index.ts';

/** Operations of functions/changes.ts: the changes feed, change sets, and the history of each thing. */
export const changeGroup = [...changeOperations, ...changeSetOperations, ...historyOperations];
