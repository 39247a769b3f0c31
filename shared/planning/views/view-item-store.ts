import { WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import type { Reader } from '../../kernel/core/database.ts';
import { itemKind } from '../../kernel/db/table.ts';

export const VIEW_PATH = `${WORKSPACE_PATH}/views/{viewId}`;

/** Identifies these items in the table's stream. */
export const viewKind = itemKind('V#', 'team');

export const getViewItem = (read: Reader, id: string) => read.get(viewKind.key(id));
