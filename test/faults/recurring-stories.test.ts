import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../shared/kernel/core/database.ts';
import { runRecurringStory } from '../../shared/planning/recurring-stories/run-recurring-story.ts';
import { createStoryTemplate } from '../../shared/planning/story-templates/create-story-template.ts';
import { listStories } from '../../shared/planning/stories/list-stories.ts';
import type { Story } from '../../shared/planning/story/story.ts';
import type { StoryTemplate } from '../../shared/planning/story-templates/story-template.ts';
import { newHistory } from '../analysis/history.ts';
import { recurringHistory } from '../recurring-stories/recurring-history.ts';
import { breakAt, breakages, countBreakable } from '../support/breakages.ts';
import { startProxy, type DynamoDbProxy } from '../support/dynamodb-proxy.ts';
import { sampled, sampledCalls } from '../support/sampling.ts';

/** Stories made exactly once for each due date, with their sub-stories, whatever call of a run is broken. */
let proxy: DynamoDbProxy;

beforeAll(async () => void (proxy = await startProxy()));
afterAll(() => proxy.stop());

/** A recurring story of which two due dates have begun. */
async function withTwoDue() {
  const history = await newHistory();
  const recurring = recurringHistory(history);
  history.on('2026-11-16T09:00');
  const body = { teamId: history.team.id, name: 'Chore', subStories: [{ title: 'Below' }] };
  const { id: templateId } = await history.run<StoryTemplate>(createStoryTemplate, { body });
  const { id } = await recurring.create({ timeZone: 'UTC', templateId });
  history.on('2026-11-17T09:00');
  const run = (database: Database) => runRecurringStory({ database, now: history.now }, id);
  async function verify(): Promise<void> {
    expect(await recurring.days()).toEqual(['2026-11-16', '2026-11-17']);
    const stories = await history.run<Story[]>(listStories, { query: { teamId: history.team.id } });
    const parents = stories.filter(({ parentId }) => parentId === null).map((story) => story.id);
    const children = stories.flatMap(({ parentId }) => parentId ?? []);
    expect(children.sort()).toEqual(parents.sort());
  }
  return { history, run, verify };
}

describe('each due date has its story once', () => {
  test.each(sampled('recurring stories', 2, breakages))('when %s', async (breakage, fault, dies) => {
    const whole = await withTwoDue();
    proxy.reset();
    await whole.run(whole.history.through(proxy));
    const calls = countBreakable(proxy.calls, fault);
    expect(calls).toBeGreaterThan(0);
    await whole.verify();
    for (const call of sampledCalls(`recurring stories, ${breakage}`, 2, calls)) {
      const { history, run, verify } = await withTwoDue();
      breakAt(proxy, call, fault, dies);
      await run(history.through(proxy)).catch(() => undefined);
      proxy.reset();
      await run(history.database);
      await verify();
    }
  });
});
