import { visibleLabelOrThrow } from './label-access.ts';
import { conflict } from '../../kernel/core/errors.ts';
import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { labelSchema, type Label } from './label.ts';
import { getLabelItem, toLabel } from './label-store.ts';

export const getLabel = operation({
  id: 'getLabel',
  method: 'GET',
  path: `${WORKSPACE_PATH}/labels/{labelId}`,
  tag: 'Labels',
  summary: 'Get a label',
  description: 'Also returns archived labels, so that every label on a story can be resolved.',
  scopes: ['labels:read'],
  params: { labelId: uuid() },
  output: labelSchema,
  load: ({ path, read }) => ({ label: getLabelItem(read, path.labelId) }),
  handle: async ({ loaded, caller }) => toLabel(visibleLabelOrThrow(caller, loaded.label)),
});

/** The 409 for a name that another active label already uses. */
export const labelNameTaken =
  ({ name }: Label) =>
  () =>
    conflict(`A label named ${name} already exists.`, 'Use the existing label or choose another name.');
