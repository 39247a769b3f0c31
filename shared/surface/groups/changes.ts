import { proposalOperations } from '../proposals/index.ts';
import { historyOperations } from '../../events/history/index.ts';
import { changeOperations } from '../../events/changes/index.ts';

/** Operations of functions/changes.ts: the changes feed, the history of each thing, and what is proposed. */
export const changeGroup = [...changeOperations, ...historyOperations, ...proposalOperations];
