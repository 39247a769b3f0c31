import { beforeAll, expect, inject, test } from 'vitest';
import type { Story } from '../../shared/planning/story/story.ts';
import { expectBadFields, readAll } from '../support/answers.ts';
import { until } from '../support/until.ts';
import { combined, filterCases, newPlannedStories, type PlannedStories } from './planned-stories.ts';

let planned: PlannedStories;

beforeAll(async () => {
  planned = await newPlannedStories(25, inject('sampling').seed);
  const { workspace, me, stories } = planned;
  await until(async () => {
    const query = { archived: 'include', sort: 'createdAt' };
    return (await readAll(me.client, `${workspace.path}/stories`, query)).length === stories.length;
  });
});

const keysOf: Record<string, (story: Story) => (string | null)[]> = {
  status: (story) => [story.statusId],
  assignee: (story) => [story.assigneeId],
  label: ({ labels }) => (labels.length > 0 ? labels : [null]),
  sprint: (story) => [story.sprintId],
  priority: (story) => [story.priority],
  team: (story) => [story.teamId],
};

/** The groups that a plain count finds. */
function counted(stories: readonly Story[], groupBy: string) {
  const groups = new Map<string | null, { count: number; estimate: number }>();
  for (const story of stories) {
    for (const key of keysOf[groupBy]!(story)) {
      const { count, estimate } = groups.get(key) ?? { count: 0, estimate: 0 };
      groups.set(key, { count: count + 1, estimate: estimate + (story.estimateValue ?? 0) });
    }
  }
  return [...groups].map(([key, sums]) => ({ key, ...sums }));
}

const summary = (query: Record<string, string>) =>
  planned.me.client.get(`${planned.workspace.path}/story-summary`, query);

test.each(Object.keys(keysOf))('counts by %s equal a plain count, with any filters', async (groupBy) => {
  const { random, stories } = planned;
  for (let round = 0; round < 4; round++) {
    const cases = Object.values(filterCases(planned)).filter(() => random() < 0.1 * round);
    const { query, fits } = combined(cases.map((make) => make()));
    const { status, json, text } = await summary({ ...query, groupBy });
    expect(status, text).toBe(200);
    const expected = counted(stories.filter(fits), groupBy);
    expect(json.data, JSON.stringify(query)).toHaveLength(expected.length);
    expect(json.data, JSON.stringify(query)).toEqual(expect.arrayContaining(expected));
    const counts: number[] = json.data.map(({ count }: { count: number }) => count);
    expect(counts).toEqual(counts.toSorted((one, other) => other - one));
  }
});

test('a summary needs a known group', async () => {
  expectBadFields(await summary({}), ['query.groupBy']);
  expectBadFields(await summary({ groupBy: 'moon' }), ['query.groupBy']);
});
