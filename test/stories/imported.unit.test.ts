import { expect, test } from 'vitest';
import type { StatusCategory } from '../../shared/kernel/core/status-category.ts';
import type { ImportedStory } from '../../shared/planning/story/story.ts';
import { createdOf, importedProblems } from '../../shared/planning/story/story-rules.ts';

const now = new Date('2026-11-20T12:00:00.000Z');
const at = (hour: number) => new Date(Date.UTC(2026, 10, 20, hour)).toISOString();

test('the creation of an import is the date that it names, else its first event, else now', () => {
  expect(createdOf({ createdAt: at(3), startedAt: at(1) }, 'now')).toBe(at(3));
  expect(createdOf({ startedAt: at(2), completedAt: at(1) }, 'now')).toBe(at(1));
  expect(createdOf({ completedAt: at(1) }, 'now')).toBe(at(1));
  expect(createdOf({}, 'now')).toBe('now');
});

test.each<[string, ImportedStory, StatusCategory, string[]]>([
  ['nothing', {}, 'backlog', []],
  ['everything in its order', { createdAt: at(1), startedAt: at(2), completedAt: at(3) }, 'completed', []],
  ['all at one moment, now', { createdAt: at(12), startedAt: at(12), completedAt: at(12) }, 'completed', []],
  ['a future creation', { createdAt: at(13) }, 'backlog', ['createdAt must not be in the future']],
  ['a start in a completed status', { startedAt: at(1) }, 'completed', []],
  ['a start in a cancelled status', { startedAt: at(1) }, 'cancelled', []],
  [
    'a start in the backlog',
    { startedAt: at(1) },
    'backlog',
    ['startedAt requires a status of category started, completed or cancelled'],
  ],
  [
    'a start before it is taken up',
    { startedAt: at(1) },
    'unstarted',
    ['startedAt requires a status of category started, completed or cancelled'],
  ],
  [
    'a start before its creation',
    { createdAt: at(2), startedAt: at(1) },
    'started',
    ['startedAt must not be before createdAt'],
  ],
  [
    'an end in a started status',
    { completedAt: at(1) },
    'started',
    ['completedAt requires a status of category completed'],
  ],
  [
    'an end before its creation',
    { createdAt: at(2), completedAt: at(1) },
    'completed',
    ['completedAt must not be before createdAt'],
  ],
  [
    'an end before its start',
    { startedAt: at(2), completedAt: at(1) },
    'completed',
    ['completedAt must not be before startedAt'],
  ],
])('a past with %s has these faults', (_, imported, category, expected) => {
  const problems = importedProblems(imported, category, now).map(({ path, message }) => `${path} ${message}`);
  expect(problems).toEqual(expected.map((text) => `imported.${text}`));
});
