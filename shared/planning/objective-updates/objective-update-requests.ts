import * as z from 'zod';
import { definePatch } from '../../kernel/api/operation/patch.ts';
import type { Caller } from '../../kernel/core/caller.ts';
import { insufficientRole } from '../../kernel/core/errors.ts';
import { memoize } from '../../kernel/core/schema.ts';
import { written, type ObjectiveUpdate } from './objective-update.ts';

export const objectiveUpdateCreateSchema = memoize(() =>
  z.strictObject(written()).meta({ id: 'CreateObjectiveUpdateRequest' }),
);

export const objectiveUpdatePatch = definePatch('UpdateObjectiveUpdateRequest', { fields: written });

/** Throws a 403 unless the caller is the author of an update or an admin. */
export function assertUpdateAuthorOrAdmin(caller: Caller, { authorId }: ObjectiveUpdate): void {
  if (caller.principalId === authorId || caller.role === 'admin') return;
  throw insufficientRole(
    'Only its author and admins can change an update of an objective.',
    'admin',
    'Ask the author or an admin who is a member of the team.',
  );
}
