import { expect, test } from 'vitest';
import { expectRefusal } from '../support/answers.ts';
import { newStoryWorkspace } from './story-api.ts';

/** What who watches is sent: test/mail/member-notifications.test.ts. */
test('anyone who can read a story can watch it, and repeating it has no effect', async () => {
  const { workspace, team, api } = await newStoryWorkspace();
  const story = await api.create({ teamId: team.id });
  const at = `${workspace.path}/stories/${story.id}/watch`;
  const guest = await workspace.person('guest', [team]);
  for (const time of [1, 2]) {
    const { status, json } = await guest.client.post(at);
    expect([status, json.data], `${time}`).toEqual([200, { id: story.id, watching: true }]);
  }
  const stranger = await workspace.person('admin');
  expectRefusal(await stranger.client.post(at), 404, 'not_found');
  expect(await api.read(story.id)).toEqual(story);
});
