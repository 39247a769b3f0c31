import { createLabel } from './create-label.ts';
import { listLabels } from './list-labels.ts';

export const labelOperations = [listLabels, createLabel];
