import * as z from 'zod';
import { definePatch } from '../../kernel/api/operation/patch.ts';
import { memoize, name, timestamp, uuid } from '../../kernel/core/schema.ts';
import { goal } from './sprint.ts';

const settable = memoize(() => ({
  name: name(),
  goal: goal(),
  startDate: timestamp(),
  endDate: timestamp(),
  objectiveId: uuid(),
}));

export const sprintCreateSchema = memoize(() =>
  z
    .strictObject({ teamId: uuid(), ...settable(), goal: goal().optional(), objectiveId: uuid().optional() })
    .meta({ id: 'CreateSprintRequest' }),
);

export const sprintPatch = definePatch('UpdateSprintRequest', {
  fields: settable,
  cleared: { goal: null, objectiveId: null },
});
