import { describe, expect, test } from 'vitest';
import type { Actor } from '../../shared/kernel/core/actor.ts';
import type { HistorySubject, RetainedChange } from '../../shared/events/history/history-entry.ts';
import { summarize } from '../../shared/events/history/summary.ts';

const ADA = 'ada';
const names = new Map(
  Object.entries({
    [ADA]: 'Ada Lovelace',
    max: 'Max Born',
    todo: 'To Do',
    done: 'Done',
    s11: 'Sprint 11',
    s12: 'Sprint 12',
    grow: 'Grow',
    save: 'Save',
    hire: 'Two engineers',
    bug: 'Bug',
    ui: 'UI',
    slow: 'Slow',
    eng7: 'ENG-7',
  }),
);
const byAda: Actor = { kind: 'user', id: ADA, via: 'rest' };

const sentence = (subject: HistorySubject, changes: readonly RetainedChange[], actor = byAda) =>
  summarize(subject, { id: '', action: 'updated', actor, changes }, names);
const deed = (subject: HistorySubject, ...changes: readonly RetainedChange[]) =>
  sentence(subject, changes).replace(/^Ada Lovelace (.*)\.$/, '$1');
const change = (field: string, from: unknown, to: unknown): RetainedChange => ({ field, from, to });

const pull = { id: 'pull', url: 'https://github.com/acme/app/pull/1', title: 'Passkeys', state: 'open' };
const page = { id: 'page', url: 'https://docs.example.com/a', title: null, state: null };

const ofStories: [string, unknown, unknown, string][] = [
  ['title', 'One', 'Two', 'renamed it from “One” to “Two”'],
  ['statusId', 'todo', 'done', 'moved it from To Do to Done'],
  ['statusId', 'todo', 'hidden', 'changed the status'],
  ['assigneeId', null, 'max', 'assigned it to Max Born'],
  ['assigneeId', null, ADA, 'assigned it to themselves'],
  ['assigneeId', ADA, 'max', 'reassigned it from themselves to Max Born'],
  ['assigneeId', 'max', ADA, 'reassigned it from Max Born to themselves'],
  ['assigneeId', 'hidden', 'max', 'assigned it to Max Born'],
  ['assigneeId', 'max', 'hidden', 'assigned it to someone else'],
  ['assigneeId', 'max', null, 'unassigned Max Born'],
  ['assigneeId', ADA, null, 'unassigned themselves'],
  ['assigneeId', 'hidden', null, 'unassigned it'],
  ['sprintId', null, 's12', 'added it to the sprint “Sprint 12”'],
  ['sprintId', 's11', 's12', 'moved it from the sprint “Sprint 11” to “Sprint 12”'],
  ['sprintId', 'hidden', 's12', 'moved it to the sprint “Sprint 12”'],
  ['sprintId', 's12', 'hidden', 'changed the sprint'],
  ['sprintId', 's12', null, 'removed it from the sprint “Sprint 12”'],
  ['sprintId', 'hidden', null, 'removed it from its sprint'],
  ['objectiveId', 'grow', 'save', 'moved it from the objective “Grow” to “Save”'],
  ['keyResultId', null, 'hire', 'set the key result to “Two engineers”'],
  ['keyResultId', 'hire', null, 'removed the key result (“Two engineers”)'],
  ['parentId', null, 'eng7', 'set the parent to ENG-7'],
  ['parentId', 'eng7', null, 'removed the parent (ENG-7)'],
  ['priority', 'none', 'high', 'set the priority to high'],
  ['priority', 'high', 'urgent', 'changed the priority from high to urgent'],
  ['priority', 'urgent', 'none', 'removed the priority (urgent)'],
  ['customFields.found_in', null, '1.2 and left', 'set the found in to “1.2 and left”'],
  ['customFields.severity', 'Low', 'High', 'changed the severity from “Low” to “High”'],
  ['customFields.parts', ['A', 'B'], null, 'removed the parts (“A, B”)'],
  ['customFields.done', false, true, 'changed the done from false to true'],
  ['customFields.owner', null, '01900000-0000-7000-8000-000000000001', 'changed the owner'],
  ['estimateValue', 3, 5, 'changed the estimate from 3 to 5'],
  ['estimatedDurationMinutes', null, 1, 'set the estimated duration to 1 minute'],
  ['estimatedDurationMinutes', 1, 90, 'changed the estimated duration from 1 minute to 90 minutes'],
  ['minimumFocusBlockMinutes', 30, null, 'removed the minimum focus block (30 minutes)'],
  ['autoSchedulingEnabled', false, true, 'turned automatic scheduling on'],
  ['autoSchedulingLocked', true, false, 'unlocked its schedule'],
  ['labels', [], ['bug'], 'added the label “Bug”'],
  ['labels', ['bug'], ['ui', 'slow'], 'added the labels “UI” and “Slow” and removed the label “Bug”'],
  ['labels', ['bug', 'ui'], ['ui', 'slow'], 'added the label “Slow” and removed the label “Bug”'],
  ['labels', ['bug', 'ui', 'slow'], [], 'removed the labels “Bug”, “UI” and “Slow”'],
  ['labels', [], ['hidden'], 'added a label'],
  ['labels', ['hidden', 'too'], [], 'removed 2 labels'],
  ['links', [], [pull], 'added the link “Passkeys”'],
  ['links', [pull, page], [pull], 'removed the link “docs.example.com”'],
  ['links', [pull, page], [{ ...pull, state: 'merged' }, page], 'changed the link “Passkeys”'],
  ['links', [page], [pull], 'added the link “Passkeys” and removed the link “docs.example.com”'],
  ['startDate', null, '2026-12-01T00:00:00.000Z', 'set the start date to 2026-12-01'],
  [
    'startDate',
    '2026-12-01T00:00:00.000Z',
    '2026-12-01T09:30:00.000Z',
    'changed the start date from 2026-12-01 00:00 UTC to 2026-12-01 09:30 UTC',
  ],
  ['endDate', '2026-12-05T00:00:00.000Z', null, 'removed the due date (2026-12-05)'],
  ['archivedAt', null, '2026-12-05T00:00:00.000Z', 'archived it'],
  ['archivedAt', '2026-12-05T00:00:00.000Z', null, 'unarchived it'],
];

test.each(ofStories)(
  'a change of a story, %s from %o to %o, is summarized as: %s',
  (field, from, to, said) => {
    expect(deed('story', change(field, from, to))).toBe(said);
  },
);

const ofOthers: [HistorySubject, string, unknown, unknown, string][] = [
  ['objective', 'leadUserId', null, 'max', 'made Max Born the lead'],
  ['objective', 'leadUserId', 'max', ADA, 'changed the lead from Max Born to Ada Lovelace'],
  ['objective', 'leadUserId', 'max', null, 'removed Max Born as the lead'],
  ['objective', 'endDate', null, '2026-12-05T00:00:00.000Z', 'set the target date to 2026-12-05'],
  ['objective', 'health', 'at_risk', 'off_track', 'changed the health from at risk to off track'],
  ['objective', 'health', 'off_track', null, 'removed the health (off track)'],
  ['objective', 'private', true, false, 'made it visible to the team'],
  [
    'sprint',
    'endDate',
    '2026-12-05T00:00:00.000Z',
    '2026-12-06T00:00:00.000Z',
    'changed the end date from 2026-12-05 to 2026-12-06',
  ],
  ['sprint', 'objectiveId', null, 'grow', 'added it to the objective “Grow”'],
  ['sprint', 'startedAt', null, '2026-12-05T00:00:00.000Z', 'started it'],
  ['sprint', 'closedAt', null, '2026-12-05T00:00:00.000Z', 'closed it'],
  ['sprint', 'automationManaged', true, false, 'took it out of the sprint cadence'],
];

test.each(ofOthers)(
  'a change of a %s, %s from %o to %o, is summarized as: %s',
  (subject, field, from, to, said) => {
    expect(deed(subject, change(field, from, to))).toBe(said);
  },
);

test('an estimate is named by its label', () => {
  const changes = [change('estimateValue', null, 3), change('estimateLabel', null, 'M')];
  expect(deed('story', ...changes)).toBe('set the estimate to M');
  const removed = [change('estimateValue', 3, null), change('estimateLabel', 'M', null)];
  expect(deed('story', ...removed)).toBe('removed the estimate (M)');
});

test('several changes become one sentence, without their consequences', () => {
  const done = [change('statusId', 'todo', 'done'), change('completedAt', null, '2026-12-05T00:00:00.000Z')];
  expect(deed('story', { field: 'description' }, change('priority', 'none', 'low'), ...done)).toBe(
    'changed the description, set the priority to low and moved it from To Do to Done',
  );
});

describe('a summary says who made a change, and through what:', () => {
  test.each<[Actor, string]>([
    [byAda, 'Ada Lovelace archived it.'],
    [{ ...byAda, via: 'mcp' }, 'Ada Lovelace archived it through an AI client.'],
    [{ ...byAda, via: 'cli' }, 'Ada Lovelace archived it on the command line.'],
    [{ ...byAda, id: 'hidden' }, 'Someone archived it.'],
    [{ kind: 'system', id: null, via: 'cli' }, 'The operator archived it on the command line.'],
    [{ kind: 'system', id: null, via: 'automation' }, 'Plotline archived it.'],
  ])('%o', (actor, said) => {
    expect(sentence('story', [change('archivedAt', null, '2026-12-05T00:00:00.000Z')], actor)).toBe(said);
  });
});
