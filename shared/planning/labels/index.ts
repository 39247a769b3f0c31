import { archiveLabel } from './archive-label.ts';
import { createLabel } from './create-label.ts';
import { getLabel } from './get-label.ts';
import { listLabels } from './list-labels.ts';
import { unarchiveLabel } from './unarchive-label.ts';
import { updateLabel } from './update-label.ts';

export const labelOperations = [listLabels, createLabel, getLabel, updateLabel, archiveLabel, unarchiveLabel];
