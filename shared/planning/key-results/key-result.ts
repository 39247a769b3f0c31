import * as z from 'zod';
import { name, timestamp, uuid, memoize } from '../../kernel/core/schema.ts';

export const measurementTypes = ['number', 'percentage', 'boolean'] as const;

const stored = memoize(() => ({
  id: uuid(),
  workspaceId: uuid(),
  teamId: uuid(),
  objectiveId: uuid(),
  sequenceId: z.int().meta({ description: 'Number within the workspace, starting at 1.' }),
  name: name(),
  measurementType: z.enum(measurementTypes),
  startValue: z.number(),
  currentValue: z.number(),
  targetValue: z.number(),
  leadUserId: uuid().nullable(),
  contributorIds: z.array(uuid()),
  startDate: timestamp().nullable(),
  endDate: timestamp().nullable(),
  createdBy: uuid(),
  createdAt: timestamp(),
  updatedAt: timestamp(),
}));

export const storedKeyResultSchema = memoize(() => z.object(stored()));
export type StoredKeyResult = z.output<ReturnType<typeof storedKeyResultSchema>>;

export const keyResultSchema = memoize(() =>
  z
    .object({ ...stored(), objectiveName: name() })
    .meta({ id: 'KeyResult', description: 'A number that measures progress towards an objective.' }),
);

export const keyResultEventSchema = memoize(() =>
  z
    .object({
      ...keyResultSchema().shape,
      objectiveName: keyResultSchema()
        .shape.objectiveName.nullable()
        .meta({ description: 'Null if the objective was deleted with it.' }),
    })
    .meta({ id: 'KeyResultEvent', description: 'A key result as shown in events.' }),
);

export type KeyResult = z.output<ReturnType<typeof keyResultSchema>>;
