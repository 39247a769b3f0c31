import { describe, expect, test } from 'vitest';
import type { StatusCategory } from '../../shared/kernel/core/status-category.ts';
import {
  draftStory,
  startedAtAfter,
  storyProblems,
  withReference,
  autoSchedulingStatus,
} from '../../shared/planning/story/story-rules.ts';
import { storySize } from '../../shared/planning/story/story-size.ts';
import { patchStory } from '../../shared/planning/story/patch-story.ts';
import type { UpdateStoryRequest } from '../../shared/planning/story/story-patch.ts';
import type { Story, NewStory } from '../../shared/planning/story/story.ts';
import type { TeamRules } from '../../shared/identity/team/team-store.ts';
import type { EstimateScheme } from '../../shared/identity/team/team.ts';

const now = new Date('2026-11-20T12:00:00.000Z');
const earlier = '2026-11-19T00:00:00.000Z';
const team = {
  estimateScheme: 'tshirt',
  defaultStatus: { id: 'backlog-id', category: 'backlog' },
} as TeamRules;
const nothing = { statusCategory: undefined, impliedObjectiveId: undefined };
const made = { id: 'story', workspaceId: 'workspace', reporterId: 'reporter', now };

const draft = (
  input: Partial<NewStory> = {},
  resolved: Partial<typeof nothing> | object = {},
  rules = team,
) => draftStory({ title: 'A story', teamId: 'team', ...input }, rules, { ...nothing, ...resolved }, made);
const story = (fields: Partial<Story> = {}): Story => ({
  ...withReference(draft(), 'ENG', 7),
  updatedAt: earlier,
  ...fields,
});

describe('a new story', () => {
  test('has the default status, no priority, and every other field empty', () => {
    expect(withReference(draft(), 'ENG', 7)).toEqual({
      ...made,
      now: undefined,
      claim: null,
      sequenceId: 7,
      reference: 'ENG-7',
      teamId: 'team',
      title: 'A story',
      statusId: 'backlog-id',
      priority: 'none',
      autoSchedulingEnabled: false,
      autoSchedulingLocked: false,
      autoSchedulingStatus: 'off',
      labels: [],
      links: [],
      customFields: {},
      rank: null,
      createdAt: now.toISOString(),
      updatedAt: now.toISOString(),
      ...Object.fromEntries(
        [
          'description',
          'triage',
          'assigneeId',
          'sprintId',
          'objectiveId',
          'keyResultId',
          'parentId',
          'estimateValue',
          'estimateLabel',
          'estimatedDurationMinutes',
          'minimumFocusBlockMinutes',
          'startDate',
          'endDate',
          'archivedAt',
          'completedAt',
          'importedAt',
          'externalId',
          'externalSource',
          'externalUrl',
        ].map((field) => [field, null]),
      ),
    });
  });

  test('is completed when its status says so, and only then', () => {
    const completedIn = (statusCategory: StatusCategory) =>
      draft({ statusId: 'own' }, { statusCategory }).completedAt;
    expect(completedIn('completed')).toBe(now.toISOString());
    for (const other of ['backlog', 'unstarted', 'started', 'cancelled'] as const)
      expect(completedIn(other)).toBeNull();
    const done = { ...team, defaultStatus: { id: 'done', category: 'completed' } } as TeamRules;
    expect(draft({}, {}, done).completedAt).toBe(now.toISOString());
  });

  test('has the objective of its key result, and the label of its estimate', () => {
    expect(draft({ objectiveId: 'own' }, { impliedObjectiveId: 'implied' }).objectiveId).toBe('implied');
    expect(draft({ objectiveId: 'own' }).objectiveId).toBe('own');
    expect(draft({ estimateValue: 3 }).estimateLabel).toBe('M');
    expect(draft({ estimateValue: 6 }).estimateLabel).toBeNull();
  });

  test('leaves out undefined values', () => {
    expect(draft({ description: undefined, priority: undefined })).toMatchObject({
      description: null,
      priority: 'none',
    });
  });

  test('that is imported has its own past', () => {
    const imported = { createdAt: earlier, completedAt: '2026-11-19T10:00:00.000Z', reporterId: 'someone' };
    expect(draft({ imported }, { statusCategory: 'completed' })).toMatchObject({
      createdAt: earlier,
      completedAt: imported.completedAt,
      reporterId: 'someone',
      updatedAt: now.toISOString(),
      importedAt: now.toISOString(),
    });
    expect(draft({ imported: {} }, { statusCategory: 'completed' })).toMatchObject({
      completedAt: null,
      createdAt: now.toISOString(),
      reporterId: 'reporter',
    });
  });
});

describe('an update', () => {
  const patch = (
    from: Story,
    fields: object,
    resolved: object = {},
    scheme: EstimateScheme | undefined = undefined,
  ) => patchStory(from, fields as UpdateStoryRequest, { ...nothing, ...resolved }, { scheme, now });

  test('sets, clears, and moves the version only where something changes', () => {
    const from = story({ description: 'd', labels: ['one'] });
    expect(patch(from, { title: 'A story' })).toBe(from);
    expect(patch(from, { title: 'Other', clearFields: ['description', 'labels'] })).toEqual({
      ...from,
      title: 'Other',
      description: null,
      labels: [],
      updatedAt: now.toISOString(),
    });
  });

  test('moves the version beyond the one before, whatever the clock says', () => {
    const ahead = story({ updatedAt: '2026-11-20T12:00:00.000Z' });
    expect(patch(ahead, { title: 'Other' }).updatedAt).toBe('2026-11-20T12:00:00.001Z');
    const future = story({ updatedAt: '2027-01-01T00:00:00.000Z' });
    expect(patch(future, { title: 'Other' }).updatedAt).toBe('2027-01-01T00:00:00.001Z');
  });

  test('completes with a status of that category, keeps when, and forgets it with another', () => {
    const done = patch(story(), { statusId: 'done' }, { statusCategory: 'completed' });
    expect(done.completedAt).toBe(now.toISOString());
    const before = story({ statusId: 'done', completedAt: earlier });
    expect(patch(before, { statusId: 'shipped' }, { statusCategory: 'completed' }).completedAt).toBe(earlier);
    expect(patch(before, { statusId: 'todo' }, { statusCategory: 'unstarted' }).completedAt).toBeNull();
  });

  test('to the status that it has changes nothing, even if that completed nothing at the time', () => {
    const imported = story({ statusId: 'done', completedAt: null });
    expect(patch(imported, { statusId: 'done' }, { statusCategory: 'completed' })).toBe(imported);
  });

  test('labels an estimate by the scheme, and forgets the label with the estimate', () => {
    expect(patch(story(), { estimateValue: 2 }, {}, 'tshirt').estimateLabel).toBe('S');
    const sized = story({ estimateValue: 2, estimateLabel: 'S' });
    expect(patch(sized, { title: 'Other' }).estimateLabel).toBe('S');
    expect(patch(sized, { clearFields: ['estimateValue'] }).estimateLabel).toBeNull();
  });

  test('takes the objective of a key result', () => {
    expect(patch(story(), { keyResultId: 'k' }, { impliedObjectiveId: 'o' }).objectiveId).toBe('o');
  });

  test('updates its state in the scheduler', () => {
    const next = patch(story(), { autoSchedulingEnabled: true });
    expect(next.autoSchedulingStatus).toBe('needs_owner');
  });
});

describe('the faults of a story as a whole', () => {
  const problems = (fields: Partial<Story>, scheme?: EstimateScheme) =>
    storyProblems(story(fields), scheme).map(({ path, message }) => `${path} ${message}`);

  test.each<[string, Partial<Story>, string[]]>([
    ['nothing', {}, []],
    ['an end at the start', { startDate: earlier, endDate: earlier }, []],
    [
      'an end a moment before the start',
      { startDate: '2026-11-20T00:00:00.001Z', endDate: '2026-11-20T00:00:00.000Z' },
      ['endDate must not be before startDate'],
    ],
    ['an end alone', { endDate: earlier }, []],
    ['a start alone', { startDate: earlier }, []],
    ['a block as long as all of it', { estimatedDurationMinutes: 30, minimumFocusBlockMinutes: 30 }, []],
    [
      'a block that is longer',
      { estimatedDurationMinutes: 30, minimumFocusBlockMinutes: 31 },
      ['minimumFocusBlockMinutes must not be longer than estimatedDurationMinutes'],
    ],
    [
      'a block of nothing',
      { minimumFocusBlockMinutes: 1 },
      ['minimumFocusBlockMinutes requires estimatedDurationMinutes'],
    ],
    ['a duration without a block', { estimatedDurationMinutes: 1 }, []],
  ])('are found with %s', (_, fields, expected) => {
    expect(problems(fields)).toEqual(expected);
  });

  test('include an estimate that the scheme does not have, where the scheme is known', () => {
    expect(problems({ estimateValue: 6 }, 'tshirt')).toEqual([
      'estimateValue must be one of 1, 2, 3, 4, 5 in this team',
    ]);
    expect(problems({ estimateValue: 5 }, 'tshirt')).toEqual([]);
    expect(problems({ estimateValue: null }, 'tshirt')).toEqual([]);
    expect(problems({ estimateValue: 6 })).toEqual([]);
  });
});

test.each<[StatusCategory | undefined, string | undefined, string | undefined]>([
  ['started', undefined, 'now'],
  ['started', 'before', 'before'],
  ['completed', 'before', 'before'],
  ['completed', undefined, undefined],
  ['cancelled', 'before', 'before'],
  ['backlog', 'before', undefined],
  ['unstarted', 'before', undefined],
  [undefined, 'before', 'before'],
])('entering %s, work that began %s began %s', (entered, startedAt, expected) => {
  expect(startedAtAfter(startedAt, entered, 'now')).toBe(expected);
});

test.each([
  [{ autoSchedulingEnabled: false, autoSchedulingLocked: true }, 'off'],
  [{ assigneeId: null }, 'needs_owner'],
  [{ assigneeId: null, estimatedDurationMinutes: null }, 'needs_owner'],
  [{ estimatedDurationMinutes: null, autoSchedulingLocked: true }, 'needs_time'],
  [{ completedAt: '2026-11-20T12:00:00.000Z', autoSchedulingLocked: true }, 'off'],
  [{ archivedAt: '2026-11-20T12:00:00.000Z' }, 'off'],
  [{ triage: { state: 'pending', until: null, duplicateOf: null } as const }, 'off'],
  [{ autoSchedulingLocked: true }, 'locked'],
  [{}, 'planning'],
])('the scheduling status with %j is %s', (fields, expected) => {
  const unfinished = { completedAt: null, archivedAt: null, triage: null };
  const ready = { ...unfinished, autoSchedulingEnabled: true, autoSchedulingLocked: false, assigneeId: 'a' };
  expect(autoSchedulingStatus({ ...ready, estimatedDurationMinutes: 30, ...fields })).toBe(expected);
});

test.each([
  [null, 100],
  [0, 0],
  [0.29, 29],
  [21, 2_100],
])('the size of the estimate %s is %i', (estimateValue, expected) => {
  expect(storySize({ estimateValue })).toBe(expected);
});
