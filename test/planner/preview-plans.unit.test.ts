import { expect, test } from 'vitest';
import type { Reader } from '../../shared/kernel/core/database.ts';
import { PREVIEW_STEPS_MAX, previewPlans } from '../../shared/planning/scheduling/planner/preview-plans.ts';

/** A table in which there is nothing: everybody has the usual hours and no stories. */
const empty: Reader = {
  get: () => Promise.resolve(undefined),
  getMany: (keys) => Promise.resolve(keys.map(() => undefined)),
  query: () => Promise.resolve([]),
  count: () => Promise.resolve(0),
  children: () => Promise.resolve([]),
  range: () => Promise.resolve([]),
};

test.each([
  [20, true],
  [21, false],
])('a preview that reaches %i people says whether it is complete: %s', async (people, isComplete) => {
  const members = Array.from({ length: people }, (_, n) => `member ${n}`);
  const times = new Map(members.map((id) => [id, <Time>(time: Time) => time] as const));
  const now = new Date('2026-11-02T09:00:00Z');
  const preview = await previewPlans(empty, { workspaceId: 'acme', stories: [], times }, now);
  expect(preview.isComplete).toBe(isComplete);
});

test('a preview whose plans have cost the limit plans for no one else, and says so', async () => {
  const times = new Map(['one', 'another'].map((id) => [id, <Time>(time: Time) => time] as const));
  const whatIf = { workspaceId: 'acme', stories: [], times };
  const now = new Date('2026-11-02T09:00:00Z');
  const [left, spent] = [{ steps: PREVIEW_STEPS_MAX - 1 }, { steps: PREVIEW_STEPS_MAX }];
  expect(await previewPlans(empty, whatIf, now, left)).toMatchObject({ isComplete: true });
  expect(await previewPlans(empty, whatIf, now, spent)).toMatchObject({ isComplete: false });
});
