import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { changedLines, chained, idsIn, rowsOf } from '../../shared/surface/proposal-pages/proposed-fields.ts';
import type { Proposal } from '../../shared/surface/proposals/proposal.ts';

const TIME = Date.parse('2026-11-20T12:00:00.000Z');
const hex = TIME.toString(16).padStart(12, '0');
const changeId = `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;

const proposalOf = (changes: object[], status = 'open') =>
  ({
    status,
    changes: changes.map((change) => ({ id: changeId, resource: 'story', resourceId: 'one', ...change })),
  }) as unknown as Proposal;

test('a second change of a resource starts from what the first leaves', () => {
  const [made, changed] = chained(
    proposalOf([
      { before: null, after: { title: 'A', priority: 'none', goal: 'Ice' } },
      { before: null, after: { title: 'A', priority: 'low', goal: 'Ice' } },
    ]),
  );
  expect(rowsOf(made!)).toEqual([{ field: 'goal', before: undefined, after: 'Ice' }]);
  expect(rowsOf(changed!)).toEqual([{ field: 'priority', before: null, after: 'low' }]);
});

test('a change is stale if others changed its resource after it was proposed, while it is open', () => {
  const at = (milliseconds: number) => ({ updatedAt: new Date(TIME + milliseconds).toISOString() });
  const isStale = (before: object, status?: string) =>
    chained(proposalOf([{ before, after: { title: 'B' } }], status))[0]!.isStale;
  expect([isStale(at(1)), isStale(at(0)), isStale(at(1), 'accepted')]).toEqual([true, false, false]);
});

test('fields are shown that differ, custom ones by themselves, and nothing that follows from others', () => {
  const common = { id: '1', labels: [], private: false };
  expect(
    rowsOf({
      before: { ...common, updatedAt: 'a', title: 'A', customFields: { size: 1 }, old: 1 },
      after: { ...common, updatedAt: 'b', title: 'B', customFields: { size: 2, color: 'red' }, made: 1 },
    }),
  ).toEqual([
    { field: 'title', before: 'A', after: 'B' },
    { field: 'customFields.size', before: 1, after: 2 },
    { field: 'customFields.color', before: undefined, after: 'red' },
  ]);
  expect(rowsOf({ before: { ...common, content: 'Gone' }, after: null })).toEqual([
    { field: 'content', before: 'Gone', after: undefined },
  ]);
});

test('ids are read of what names them, on both sides', () => {
  const [member, red, blue, story] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const changes = chained(
    proposalOf([
      {
        before: { assigneeId: null, labels: [red], storyId: story },
        after: { assigneeId: member, labels: [red, blue], storyId: story },
      },
    ]),
  );
  expect(new Set(idsIn(changes).map((one) => one.join(' ')))).toEqual(
    new Set([`principal ${member}`, `label ${red}`, `label ${blue}`, `story ${story}`]),
  );
});

test('a custom field of members holds their ids, and one of another type none', () => {
  const changes = chained(
    proposalOf([
      {
        before: { customFields: { reviewer: changeId, note: 'None yet' } },
        after: { customFields: { reviewer: null, note: changeId.slice(0, 8) } },
      },
    ]),
  );
  expect(idsIn(changes)).toEqual([['principal', changeId]]);
});

test.each([
  ['a\nb\nc', 'a\nB\nc', { isCutBefore: true, removed: 'b', added: 'B', isCutAfter: true }],
  ['', 'a\nb', { isCutBefore: false, removed: '', added: 'a\nb', isCutAfter: false }],
  ['a\na', 'a\na\na', { isCutBefore: true, removed: '', added: 'a', isCutAfter: false }],
  ['a', 'a\nb', { isCutBefore: true, removed: '', added: 'b', isCutAfter: false }],
  ['x\nz', 'z', { isCutBefore: false, removed: 'x', added: '', isCutAfter: true }],
])('of %j and %j, the lines are shown that differ', (before, after, expected) => {
  expect(changedLines(before, after)).toEqual(expected);
});
