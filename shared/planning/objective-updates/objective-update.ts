import * as z from 'zod';
import { memoize, text, timestamp, uuid } from '../../kernel/core/schema.ts';
import { healths } from '../objective/objective.ts';

const OBJECTIVE_UPDATE_MAX_CHARACTERS = 10_000;

/** What its author writes. */
export const written = memoize(() => ({
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
    .meta({ id: 'ObjectiveUpdate', description: 'What someone wrote about the state of an objective.' }),
);

export type ObjectiveUpdate = z.output<ReturnType<typeof objectiveUpdateSchema>>;
