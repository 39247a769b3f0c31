import { writeConflict } from '../../kernel/core/errors.ts';
import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { withArchived, type ArchivingDeclaration } from '../../kernel/core/archiving.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { labelNameTaken } from './get-label.ts';
import { changeableLabelOrThrow, visibleLabelOrThrow } from './label-access.ts';
import { labelSchema } from './label.ts';
import { getLabelItem, replaceLabel, toLabel } from './label-store.ts';

/**
 * The operation that archives or unarchives a label; idempotent. Labels are archived rather than deleted
 * because no index finds the stories that have a label: every labelId on a story can always be resolved, and
 * unarchiving restores a label on all its stories at once.
 */
export function labelArchiving({ id, suffix, summary, description }: ArchivingDeclaration) {
  return operation({
    id,
    method: 'POST',
    path: `${WORKSPACE_PATH}/labels/{labelId}/${suffix}`,
    tag: 'Labels',
    summary,
    description,
    scopes: ['labels:write'],
    role: 'member',
    teamRestricted: 'allowed',
    errors: ['restricted_credential', 'conflict'],
    ifMatch: true,
    params: { labelId: uuid() },
    output: labelSchema,
    load: ({ path, read }) => ({ label: getLabelItem(read, path.labelId) }),
    handle: async ({ loaded, caller, now, assertMatch, commit }) => {
      const label = toLabel(changeableLabelOrThrow(caller, loaded.label));
      assertMatch(label);
      const next = withArchived(label, suffix, now);
      await commit(
        next === label ? [] : replaceLabel(next, label, labelNameTaken(next), writeConflict),
        label.id,
      );
      return next;
    },
    replay: async ({ caller, read, resourceId }) =>
      toLabel(visibleLabelOrThrow(caller, await getLabelItem(read, resourceId))),
  });
}
