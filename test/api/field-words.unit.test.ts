import { describe, expect, test } from 'vitest';
import { unknownNames } from '../../shared/kernel/api/operation/field-problems.ts';

const ofObjective = ['name', 'startDate', 'endDate', 'leadUserId', 'health'];
const ofStory = [
  'story',
  'relatedStory',
  'type',
  'title',
  'assigneeId',
  'estimatedDurationMinutes',
  'labels',
];

describe('an unknown name is answered with', () => {
  test.each([
    ['targetDate', ofObjective, 'endDate'],
    ['target_date', ofObjective, 'endDate'],
    ['dueDate', ofObjective, 'endDate'],
    ['id', ofStory, 'story'],
    ['issueId', ofStory, 'story'],
    ['estimateMinutes', ofStory, 'estimatedDurationMinutes'],
    ['tags', ofStory, 'labels'],
  ])('what is meant: %s', (name, known, meant) => {
    const [message] = unknownNames('argument', [name], known);
    expect(message).toBe(`is not a known argument; use ${meant}`);
  });

  test('what it resembles, or nothing', () => {
    expect(unknownNames('field', ['titel'], ofStory)).toEqual(['is not a known field; did you mean title?']);
    expect(unknownNames('field', ['quux'], ofStory)).toEqual(['is not a known field']);
  });
});
