import * as z from 'zod';
import { definePatch } from '../../kernel/api/operation/patch.ts';
import { priorities } from '../../kernel/core/priority.ts';
import { color, memoize, name, timestamp, uuid } from '../../kernel/core/schema.ts';
import { objectiveDescription, healths, shortSummary } from '../objective/objective.ts';

const settable = memoize(() => ({
  name: name(),
  description: objectiveDescription(),
  shortSummary: shortSummary(),
  leadUserId: uuid(),
  startDate: timestamp(),
  endDate: timestamp(),
  private: z.boolean(),
  statusId: uuid(),
  priority: z.enum(priorities),
  health: z.enum(healths),
  color: color(),
}));

export const objectiveCreateSchema = memoize(() =>
  z
    .strictObject({
      teamId: uuid(),
      ...z.object(settable()).partial().shape,
      name: name(),
      private: z.boolean().default(false),
      priority: z.enum(priorities).default('none'),
      color: color().default('#6366f1'),
    })
    .meta({ id: 'CreateObjectiveRequest' }),
);

export const objectivePatch = definePatch('UpdateObjectiveRequest', {
  fields: settable,
  cleared: {
    description: null,
    shortSummary: null,
    leadUserId: null,
    startDate: null,
    endDate: null,
    health: null,
  },
});
