import { expect, test } from 'vitest';
import {
  initialMeasure,
  measureProblems,
  type CreateKeyResultRequest,
} from '../../shared/planning/key-results/key-result-requests.ts';

const sent = (fields: Partial<CreateKeyResultRequest>): CreateKeyResultRequest => ({
  objectiveId: 'o',
  name: 'A key result',
  measurementType: 'number',
  ...fields,
});
const problems = (fields: Partial<CreateKeyResultRequest>) =>
  measureProblems(initialMeasure(sent(fields))).map(({ path, message }) => `${path} ${message}`);

test.each([
  [{ measurementType: 'percentage' }, [0, 0, 100]],
  [{ measurementType: 'boolean' }, [0, 0, 1]],
  [{ measurementType: 'number', targetValue: 7 }, [0, 0, 7]],
  [{ measurementType: 'number', startValue: 3, targetValue: 7 }, [3, 3, 7]],
  [{ measurementType: 'number', startValue: 3, currentValue: 4, targetValue: 7 }, [3, 4, 7]],
  [{ measurementType: 'percentage', currentValue: 0, startValue: 20 }, [20, 0, 100]],
] as const)('a measure of %j starts as %j', (fields, [startValue, currentValue, targetValue]) => {
  const { measurementType } = fields;
  const expected = { measurementType, startValue, currentValue, targetValue };
  expect(initialMeasure(sent(fields))).toEqual(expected);
});

test.each([
  [{ measurementType: 'number' }, ['targetValue is required for a number']],
  [{ measurementType: 'number', startValue: -1e9, targetValue: 1e9 }, []],
  [{ measurementType: 'percentage', startValue: 100, targetValue: 0 }, []],
  [
    { measurementType: 'percentage', startValue: -0.01, currentValue: 100.01 },
    [
      'startValue must be from 0 to 100 for a percentage',
      'currentValue must be from 0 to 100 for a percentage',
    ],
  ],
  [{ measurementType: 'boolean', currentValue: 1 }, []],
  [{ measurementType: 'boolean', currentValue: 0.5 }, ['currentValue must be 0 or 1 for a boolean']],
  [{ measurementType: 'boolean', targetValue: 2 }, ['targetValue must be 0 or 1 for a boolean']],
  [{ measurementType: 'number', startValue: 5, targetValue: 5 }, ['targetValue must differ from startValue']],
] as const)('a measure of %j has the faults %j', (fields, expected) => {
  expect(problems(fields)).toEqual(expected);
});
