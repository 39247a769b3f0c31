import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { visibleCustomFieldOrThrow } from './custom-field-access.ts';
import { getCustomFieldItem } from './custom-field-store.ts';
import { customFieldSchema } from '../story-parts/custom-field.ts';

export const getCustomField = operation({
  id: 'getCustomField',
  method: 'GET',
  path: `${WORKSPACE_PATH}/custom-fields/{customFieldId}`,
  tag: 'Custom fields',
  summary: 'Get a custom field',
  description: 'Also returns archived fields, whose values stories keep.',
  scopes: ['teams:read'],
  params: { customFieldId: uuid() },
  output: customFieldSchema,
  load: ({ path, read }) => ({ field: getCustomFieldItem(read, path.customFieldId) }),
  handle: async ({ loaded, caller }) => visibleCustomFieldOrThrow(caller, loaded.field),
});
