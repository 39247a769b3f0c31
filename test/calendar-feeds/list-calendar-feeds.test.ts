import { describe, expect, test } from 'vitest';
import { newWorkspace } from '../support/workspace.ts';
import { feedApi } from './feed-api.ts';

describe('listCalendarFeeds', () => {
  test("returns the caller's own feeds, newest first and page by page, without addresses", async () => {
    const workspace = await newWorkspace();
    const [person, other] = [await workspace.person('member'), await workspace.person('admin')];
    const own = feedApi(workspace, person.client);
    const [{ url: _, ...first }, { url: __, ...second }] = [
      await own.create({ kind: 'my_schedule' }),
      await own.create({ kind: 'my_stories' }),
    ];
    const page = await own.list({ limit: 1 });
    expect(page.json.data).toEqual([second]);
    const { nextCursor: cursor } = page.json.meta as { nextCursor: string };
    expect((await own.list({ limit: 1, cursor })).json).toMatchObject({
      data: [first],
      meta: { hasMore: false },
    });
    expect((await feedApi(workspace, other.client).list()).json.data).toEqual([]);
  });
});
