import type { Item } from '../../kernel/core/database.ts';
import { notFound } from '../../kernel/core/errors.ts';
import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { nextVersion } from '../../kernel/api/operation/patch.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { changeableCustomFieldOrThrow, visibleCustomFieldOrThrow } from './custom-field-access.ts';
import { getCustomFieldItem, replaceCustomField, toCustomField } from './custom-field-store.ts';
import { customFieldPatch, customFieldSchema } from '../story-parts/custom-field.ts';
import { assertValidDefinition } from './definition-rules.ts';

export const updateCustomField = operation({
  id: 'updateCustomField',
  method: 'PATCH',
  path: `${WORKSPACE_PATH}/custom-fields/{customFieldId}`,
  tag: 'Custom fields',
  summary: 'Update a custom field',
  description:
    'Changes name, options, required, default or description. Key, type and team cannot be changed, because stories have values: create another field. Stories keep values that are no longer among the options.',
  scopes: ['teams:write'],
  role: 'member',
  teamRestricted: 'allowed',
  errors: ['restricted_credential', 'insufficient_role', 'invalid_reference', 'version_conflict', 'conflict'],
  params: { customFieldId: uuid() },
  body: customFieldPatch.schema,
  output: customFieldSchema,
  load: ({ path, read }) => ({ field: getCustomFieldItem(read, path.customFieldId) }),
  handle: async ({ body, loaded, caller, read, now, commit }) => {
    const field = changeableCustomFieldOrThrow(caller, loaded.field);
    if (field.updatedAt !== body.expectedUpdatedAt) throw customFieldPatch.conflict(field, body);
    const next = nextVersion(field, customFieldPatch.apply(field, body), now);
    await assertValidDefinition(read, next);
    const stale = (current: Item | undefined) =>
      current ? customFieldPatch.conflict(toCustomField(current), body) : notFound('custom field');
    await commit(next === field ? [] : replaceCustomField(next, field, stale), field.id);
    return next;
  },
  replay: async ({ caller, read, resourceId }) =>
    visibleCustomFieldOrThrow(caller, await getCustomFieldItem(read, resourceId)),
});
