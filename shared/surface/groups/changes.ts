import { auditOperations } from '../../identity/audit/index.ts';
import { historyOperations } from '../../events/history/index.ts';
import { changeSetOperations } from '../change-sets/index.ts';
import { changeOperations } from '../../events/changes/index.ts';

/** Operations of functions/changes.ts: the changes feed, the history of each thing, and the audit trail. */
export const changeGroup = [
  ...changeOperations,
  ...changeSetOperations,
  ...historyOperations,
  ...auditOperations,
];
