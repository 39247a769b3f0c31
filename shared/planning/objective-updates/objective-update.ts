import * as z from 'zod';
import { definePatch } from '../../kernel/api/operation/patch.ts';
import type { Caller } from '../../kernel/core/caller.ts';
import { insufficientRole } from '../../kernel/core/errors.ts';
import { memoize, text, timestamp, uuid } from '../../kernel/core/schema.ts';
import { healths } from '../objectives/objective.ts';

export const OBJECTIVE_UPDATE_MAX_CHARACTERS = 10_000;

const written = memoize(() => ({
  health: z.enum(healths),
  body: text({ max: OBJECTIVE_UPDATE_MAX_CHARACTERS, multiline: true }).meta({ description: 'Markdown.' }),
}));

export const objectiveUpdateSchema = memoize(() =>
  z
    .object({
      id: uuid(),
      workspaceId: uuid(),
      teamId: uuid(),
      objectiveId: uuid(),
      ...written(),
      authorId: uuid(),
      createdAt: timestamp(),
      updatedAt: timestamp(),
    })
    .meta({ id: 'ObjectiveUpdate', description: 'What somebody wrote about the state of an objective.' }),
);

export type ObjectiveUpdate = z.output<ReturnType<typeof objectiveUpdateSchema>>;

export const objectiveUpdateCreateSchema = memoize(() =>
  z.strictObject(written()).meta({ id: 'CreateObjectiveUpdateRequest' }),
);

export const objectiveUpdatePatch = definePatch('UpdateObjectiveUpdateRequest', { fields: written });

/** Throws a 403 unless the caller is the author of an update or an admin. */
export function assertAuthorOrAdmin(caller: Caller, { authorId }: ObjectiveUpdate): void {
  if (caller.principalId === authorId || caller.role === 'admin') return;
  throw insufficientRole(
    'Only its author and admins can change an update of an objective.',
    'admin',
    'Ask the author or an admin who is a member of the team.',
  );
}
