import { ApiError, conflict, invalidReference, invalidRequest } from '../../kernel/core/errors.ts';
import { getWorkspaceLimits } from '../../kernel/api/limits/workspace-limits-store.ts';
import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { recordTeamContent } from '../../identity/team/team-store.ts';
import type { Item } from '../../kernel/core/database.ts';
import { assertMaySetFieldsOf, canSeeCustomField, visibleCustomFieldOrThrow } from './custom-field-access.ts';
import { getCustomFieldItem, putCustomField, toCustomField } from './custom-field-store.ts';
import {
  CUSTOM_FIELDS_MAX,
  customFieldCreateSchema,
  customFieldKey,
  customFieldSchema,
  type CustomField,
} from '../story-parts/custom-field.ts';
import { assertValidDefinition } from './definition-rules.ts';

const noTeam = { path: 'teamId', message: 'is not a team that this credential can access' };

export const createCustomField = operation({
  id: 'createCustomField',
  method: 'POST',
  path: `${WORKSPACE_PATH}/custom-fields`,
  tag: 'Custom fields',
  summary: 'Create a custom field',
  description: `Adds a field to the stories of one team or, without teamId, of every team (admins only). A workspace can have ${CUSTOM_FIELDS_MAX} custom fields that are not archived.`,
  scopes: ['teams:write'],
  role: 'member',
  teamRestricted: 'allowed',
  status: 201,
  errors: ['restricted_credential', 'insufficient_role', 'invalid_reference', 'quota_exceeded', 'conflict'],
  body: customFieldCreateSchema,
  output: customFieldSchema,
  load: ({ path, read }) => ({ limits: getWorkspaceLimits(read, path.workspaceId) }),
  handle: async ({ body, loaded: { limits }, caller, read, now, newId, commit }) => {
    const { teamId = null, name, type, key = keyFrom(name) } = body;
    if (teamId !== null && !caller.teamIds.has(teamId)) throw invalidReference([noTeam]);
    assertMaySetFieldsOf(caller, teamId);
    assertFree(Object.keys(limits.storyFields).length);
    const timestamp = now.toISOString();
    const field: CustomField = {
      id: newId(),
      workspaceId: caller.workspaceId,
      key,
      name,
      type,
      teamId,
      options: body.options ?? [],
      required: body.required ?? false,
      default: body.default ?? null,
      description: body.description ?? null,
      createdAt: timestamp,
      updatedAt: timestamp,
      archivedAt: null,
    };
    await assertValidDefinition(read, field);
    const keyTaken = (current: Item | undefined) => {
      const other = current && toCustomField(current);
      const what =
        other && canSeeCustomField(caller, other) ? `The custom field ${other.name}` : 'A custom field';
      return conflict(`${what} already has the key ${key}.`, 'Use that field, or send another key.');
    };
    const owned = teamId === null ? [] : [recordTeamContent(teamId, () => invalidReference([noTeam]))];
    await commit([...putCustomField(field, keyTaken), ...owned], field.id);
    return field;
  },
  replay: async ({ caller, read, resourceId }) =>
    visibleCustomFieldOrThrow(caller, await getCustomFieldItem(read, resourceId)),
});

/** The key of a field that is created without one: `Found in (build)` becomes `found_in_build`. */
function keyFrom(name: string): string {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  const key = (words ?? []).join('_').slice(0, 40);
  if (customFieldKey().safeParse(key).success) return key;
  throw invalidRequest([
    { path: 'key', code: 'required', message: 'is required, since the name makes no key' },
  ]);
}

/** Throws a 409 if a workspace has as many fields as it can have. */
export function assertFree(count: number): void {
  if (count < CUSTOM_FIELDS_MAX) return;
  throw new ApiError(
    'quota_exceeded',
    `The workspace has ${CUSTOM_FIELDS_MAX} custom fields, the most there can be.`,
    {
      hint: 'Archive a custom field that is no longer used.',
      details: { quota: 'customFields', limit: CUSTOM_FIELDS_MAX },
    },
  );
}
