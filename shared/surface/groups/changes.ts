import { historyOperations } from '../../events/history/index.ts';
import { changeOperations } from '../../events/changes/index.ts';

/** Operations of functions/changes.ts: the changes feed, and the history of each thing. */
export const changeGroup = [...changeOperations, ...historyOperations];
