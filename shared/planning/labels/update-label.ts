import { notFound } from '../../kernel/core/errors.ts';
import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { nextVersion } from '../../kernel/api/operation/patch.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { labelNameTaken } from './get-label.ts';
import { changeableLabelOrThrow, visibleLabelOrThrow } from './label-access.ts';
import { labelPatch } from './label-requests.ts';
import { labelSchema } from './label.ts';
import { getLabelItem, replaceLabel, toLabel } from './label-store.ts';
import type { Item } from '../../kernel/core/database.ts';

export const updateLabel = operation({
  id: 'updateLabel',
  method: 'PATCH',
  path: `${WORKSPACE_PATH}/labels/{labelId}`,
  tag: 'Labels',
  summary: 'Update a label',
  description: 'Renames or recolors a label. The change shows on every story that has it.',
  scopes: ['labels:write'],
  role: 'member',
  teamRestricted: 'allowed',
  errors: ['restricted_credential', 'version_conflict', 'conflict'],
  params: { labelId: uuid() },
  body: labelPatch.schema,
  output: labelSchema,
  load: ({ path, read }) => ({ label: getLabelItem(read, path.labelId) }),
  handle: async ({ body, loaded, caller, now, commit }) => {
    const label = toLabel(changeableLabelOrThrow(caller, loaded.label));
    if (label.updatedAt !== body.expectedUpdatedAt) throw labelPatch.conflict(label, body);
    const next = nextVersion(label, labelPatch.apply(label, body), now);
    const stale = (current: Item | undefined) =>
      current ? labelPatch.conflict(toLabel(current), body) : notFound('label');
    await commit(next === label ? [] : replaceLabel(next, label, labelNameTaken(next), stale), label.id);
    return next;
  },
  replay: async ({ caller, read, resourceId }) =>
    toLabel(visibleLabelOrThrow(caller, await getLabelItem(read, resourceId))),
});
