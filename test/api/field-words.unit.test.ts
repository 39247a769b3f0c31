import { describe, expect, test } from 'vitest';
import { argumentsNamed } from '../../shared/kernel/api/mcp/argument-words.ts';
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
    const [message] = unknownNames('argument', [name], known, (one) => argumentsNamed(one, known));
    expect(message).toBe(`is not a known argument; use ${meant}`);
  });

  test('the end date also over REST, where a start resembles it more', () => {
    for (const name of ['targetDate', 'target_date', 'dueDate', 'deadline'])
      expect(unknownNames('field', [name], ofObjective)).toEqual(['is not a known field; use endDate']);
  });

  test.each(['id', 'ID', '_id', 'uuid'])('no other id where its own was sent: %s', (name) => {
    const known = ['title', 'assigneeId', 'externalId', 'keyResultId'];
    expect(unknownNames('field', [name], known)).toEqual(['is not a known field']);
    expect(unknownNames('field', [name], known, undefined, ['objectiveId', 'teamId'])).toEqual([
      'is not a known field',
    ]);
  });

  test('the one id that is missing', () => {
    expect(unknownNames('field', ['id'], ['assigneeId', 'storyId'], undefined, ['storyId', 'type'])).toEqual([
      'is not a known field; did you mean storyId?',
    ]);
  });

  test('what it resembles, or nothing', () => {
    expect(unknownNames('field', ['titel'], ofStory)).toEqual(['is not a known field; did you mean title?']);
    expect(unknownNames('field', ['quux'], ofStory)).toEqual(['is not a known field']);
  });
});
