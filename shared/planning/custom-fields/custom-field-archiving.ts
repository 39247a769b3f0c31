import { conflict, writeConflict } from '../../kernel/core/errors.ts';
import { getWorkspaceLimits } from '../../kernel/api/limits/workspace-limits-store.ts';
import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { withArchived, type ArchivingDeclaration } from '../../kernel/core/archiving.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { assertFree } from './create-custom-field.ts';
import { changeableCustomFieldOrThrow, visibleCustomFieldOrThrow } from './custom-field-access.ts';
import { getCustomFieldItem, replaceCustomField } from './custom-field-store.ts';
import { defaultsFit } from './story-fields.ts';
import { customFieldSchema } from '../story-parts/custom-field.ts';

const defaultTooLarge = () =>
  conflict(
    'Its default and those of the other fields of the team are too large together.',
    'Shorten or clear a default with updateCustomField.',
  );

/**
 * The operation that archives or unarchives a custom field; idempotent. Fields are archived rather than deleted because
 * no index finds the stories that have values, and so that a mistake loses none.
 */
export function customFieldArchiving({ id, suffix, summary, description }: ArchivingDeclaration) {
  return operation({
    id,
    method: 'POST',
    path: `${WORKSPACE_PATH}/custom-fields/{customFieldId}/${suffix}`,
    tag: 'Custom fields',
    summary,
    description,
    scopes: ['teams:write'],
    role: 'member',
    teamRestricted: 'allowed',
    errors: ['restricted_credential', 'insufficient_role', 'quota_exceeded', 'conflict'],
    ifMatch: true,
    params: { customFieldId: uuid() },
    output: customFieldSchema,
    load: ({ path, read }) => ({
      field: getCustomFieldItem(read, path.customFieldId),
      limits: getWorkspaceLimits(read, path.workspaceId),
    }),
    handle: async ({ loaded, caller, read, now, assertMatch, commit }) => {
      const field = changeableCustomFieldOrThrow(caller, loaded.field);
      assertMatch(field);
      const next = withArchived(field, suffix, now);
      if (next !== field && suffix === 'unarchive') {
        assertFree(Object.keys(loaded.limits.storyFields).length);
        if (!(await defaultsFit(read, next))) throw defaultTooLarge();
      }
      await commit(next === field ? [] : replaceCustomField(next, field, writeConflict), field.id);
      return next;
    },
    replay: async ({ caller, read, resourceId }) =>
      visibleCustomFieldOrThrow(caller, await getCustomFieldItem(read, resourceId)),
  });
}
