import type { Caller } from '../../kernel/core/caller.ts';
import type { Item } from '../../kernel/core/database.ts';
import { insufficientRole, notFound, orNotFound } from '../../kernel/core/errors.ts';
import { assertWithinRestriction } from '../../kernel/api/operation/team-restriction.ts';
import { toCustomField } from './custom-field-store.ts';
import type { CustomField } from '../story-parts/custom-field.ts';

/** Whether it is a field of the whole workspace, or of a team the caller can see. */
export const canSeeCustomField = (
  caller: Pick<Caller, 'workspaceId' | 'teamIds'>,
  { workspaceId, teamId }: Pick<CustomField, 'workspaceId' | 'teamId'>,
): boolean => workspaceId === caller.workspaceId && (teamId === null || caller.teamIds.has(teamId));

/** Returns a field that the caller can see; otherwise throws a 404. */
export function visibleCustomFieldOrThrow(caller: Caller, item: Item | undefined): CustomField {
  const field = toCustomField(orNotFound(item, 'custom field'));
  if (!canSeeCustomField(caller, field)) throw notFound('custom field');
  return field;
}

/** Like visibleCustomFieldOrThrow, for writes. */
export function changeableCustomFieldOrThrow(caller: Caller, item: Item | undefined): CustomField {
  const field = visibleCustomFieldOrThrow(caller, item);
  assertMaySetFieldsOf(caller, field.teamId);
  return field;
}

/** Throws a 403 for a field of the whole workspace, unless the caller is an admin without a team restriction. */
export function assertMaySetFieldsOf(caller: Caller, teamId: string | null): void {
  if (teamId === null && caller.role !== 'admin') {
    throw insufficientRole(
      'Only admins can set custom fields of the whole workspace. Members can set those of their teams, with teamId.',
      'admin',
    );
  }
  assertWithinRestriction(caller, { teamId });
}
