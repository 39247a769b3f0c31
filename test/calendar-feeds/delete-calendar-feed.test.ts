import { describe, expect, test } from 'vitest';
import { expectRefusal } from '../support/answers.ts';
import { newWorkspace } from '../support/workspace.ts';
import { feedApi, readFile } from './feed-api.ts';

describe('deleteCalendarFeed', () => {
  test('ends the address at once, and only its owner can do so', async () => {
    const workspace = await newWorkspace();
    const [person, admin] = [await workspace.person('member'), await workspace.person('admin')];
    const own = feedApi(workspace, person.client);
    const [feed, kept] = [
      await own.create({ kind: 'my_schedule' }),
      await own.create({ kind: 'my_stories' }),
    ];
    expectRefusal(await feedApi(workspace, admin.client).delete(feed.id), 404, 'not_found');
    expect((await readFile(feed)).status).toBe(200);

    const { status, json } = await own.delete(feed.id);
    expect([status, json.data]).toEqual([200, { id: feed.id, deleted: true }]);
    expectRefusal(await readFile(feed), 404, 'not_found');
    expectRefusal(await own.delete(feed.id), 404, 'not_found');
    expect((await readFile(kept)).status).toBe(200);
  });
});
