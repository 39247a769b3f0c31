import { expect, test } from 'vitest';
import type { Reader } from '../../shared/core/database.ts';
import { previewPlans } from '../../shared/planner/preview-plans.ts';

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
