import { auditOperations } from '../audit/index.ts';
import { historyOperations } from '../history/index.ts';
import { changeOperations } from '../changes/index.ts';

/** Operations of functions/changes.ts: the changes feed, the history of each thing, and the audit trail. */
export const changeGroup = [...changeOperations, ...historyOperations, ...auditOperations];
