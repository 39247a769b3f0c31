import * as z from 'zod';
import type { FieldProblem } from '../../kernel/core/errors.ts';
import { definePatch } from '../../kernel/api/operation/patch.ts';
import { name, timestamp, uniqueList, uuid, memoize } from '../../kernel/core/schema.ts';
import { measurementTypes, type StoredKeyResult } from './key-result.ts';

const contributors = () => uniqueList(uuid(), 50);

const settable = memoize(() => ({
  name: name(),
  startValue: z.number(),
  currentValue: z.number(),
  targetValue: z.number(),
  leadUserId: uuid(),
  contributorIds: contributors(),
  startDate: timestamp(),
  endDate: timestamp(),
}));

const optional = memoize(() => z.object(settable()).partial().shape);

export const keyResultCreateSchema = memoize(() =>
  z
    .strictObject({
      objectiveId: uuid(),
      measurementType: z.enum(measurementTypes),
      ...optional(),
      startValue: optional().startValue.meta({ default: 0 }),
      contributorIds: optional().contributorIds.meta({ default: [] }),
      name: name(),
    })
    .meta({ id: 'CreateKeyResultRequest' }),
);

export type CreateKeyResultRequest = z.output<ReturnType<typeof keyResultCreateSchema>>;

export const keyResultPatch = definePatch('UpdateKeyResultRequest', {
  fields: settable,
  cleared: { leadUserId: null, contributorIds: [], startDate: null, endDate: null },
});

type Measure = Pick<StoredKeyResult, 'measurementType' | 'startValue' | 'currentValue' | 'targetValue'>;

/** Default values of a new key result: from 0 to complete, not started. */
export function initialMeasure({ measurementType, ...sent }: CreateKeyResultRequest): Measure {
  const whole = { number: Number.NaN, percentage: 100, boolean: 1 }[measurementType];
  const { startValue = 0, targetValue = whole } = sent;
  return { measurementType, startValue, currentValue: sent.currentValue ?? startValue, targetValue };
}

/** Validates a key result's values against its measurement type. */
export function measureProblems({ measurementType, ...values }: Measure): FieldProblem[] {
  const { startValue, targetValue } = values;
  if (Number.isNaN(targetValue)) {
    return [{ path: 'targetValue', code: 'required', message: 'is required for a number' }];
  }
  const allowed = {
    number: { fits: () => true, rule: '' },
    percentage: { fits: (value: number) => value >= 0 && value <= 100, rule: 'must be from 0 to 100' },
    boolean: { fits: (value: number) => value === 0 || value === 1, rule: 'must be 0 or 1' },
  }[measurementType];
  const problems = Object.entries({ startValue, currentValue: values.currentValue, targetValue })
    .filter(([, value]) => !allowed.fits(value))
    .map(([path]) => ({ path, message: `${allowed.rule} for a ${measurementType}` }));
  if (problems.length === 0 && startValue === targetValue) {
    return [{ path: 'targetValue', message: 'must differ from startValue' }];
  }
  return problems;
}
