import { expect, test } from 'vitest';
import { fixedKeys } from '../../shared/kernel/secrets/keys.ts';
import { deletionTokens } from '../../shared/surface/mcp/deletion-token.ts';
import type { Story } from '../../shared/planning/story/story.ts';
import { createStoryAs } from '../support/workspace.ts';
import { connectedClient } from './mcp-client.ts';
import { newMcpWorkspace } from './mcp-workspace.ts';

const { workspace, team, person, client } = await newMcpWorkspace();

const newStory = (fields: object = {}) =>
  createStoryAs(person.client, workspace, { teamId: team.id, ...fields });
const args = ({ id: storyId }: Story, confirmationToken?: string) => ({
  workspaceId: workspace.id,
  storyId,
  ...(confirmationToken === undefined ? {} : { confirmationToken }),
});
const announce = async (story: Story, by = client) => (await by.use('delete_story', args(story))).data;
const statusOf = async ({ id }: Story) => (await person.client.get(`${workspace.path}/stories/${id}`)).status;

const noToken = {
  code: 'invalid_request',
  message: 'confirmationToken was not issued by delete_story for this story in the last 10 minutes.',
  fields: [{ path: 'confirmationToken', code: 'invalid_value' }],
};

test('the first call lists what would be deleted, and deletes nothing', async () => {
  const story = await newStory();
  const path = `${workspace.path}/stories/${story.id}/comments`;
  const { json } = await person.client.post(path, { content: 'A comment' });
  await person.client.post(path, { content: 'A reply', parentId: json.data.id });
  await newStory({ parentId: story.id });

  const announced = await announce(story);
  expect(announced).toMatchObject({
    id: story.id,
    deleted: false,
    reference: story.reference,
    title: story.title,
  });
  expect(announced.message).toContain('with 2 comments');
  expect(announced.message).toContain('It has 1 child story, which would lose their parent');
  expect(announced.message).not.toContain(story.title);
  expect(await statusOf(story)).toBe(200);
});

test('stories below in teams that the user is not in are not mentioned', async () => {
  const story = await newStory();
  const other = await workspace.team();
  const both = await workspace.person('member', [team, other]);
  await createStoryAs(both.client, workspace, { teamId: other.id, parentId: story.id });
  expect((await announce(story)).message).toContain('It has no children that you can see.');
  const client = await connectedClient(both);
  expect((await announce(story, client)).message).toContain('It has 1 child story');
});

test('the second call deletes the story, and returns the same when it is repeated', async () => {
  const story = await newStory();
  const { confirmationToken } = await announce(story);
  const deleted = await client.use('delete_story', args(story, confirmationToken));
  expect(deleted).toEqual({ data: { id: story.id, deleted: true } });
  expect(await statusOf(story)).toBe(404);
  const again = await client.use('delete_story', args(story, confirmationToken));
  expect(again).toEqual({ ...deleted, replayed: true });
});

test('a story that was changed meanwhile stays', async () => {
  const story = await newStory();
  const { confirmationToken } = await announce(story);
  await person.client.patch(`${workspace.path}/stories/${story.id}`, {
    expectedUpdatedAt: story.updatedAt,
    title: 'Changed',
  });
  const error = await client.refused('delete_story', args(story, confirmationToken));
  expect(error).toMatchObject({
    code: 'version_conflict',
    hint: expect.stringContaining('without confirmationToken'),
  });
  expect(await statusOf(story)).toBe(200);
});

test('a story is not deleted with more than was announced', async () => {
  const path = (story: Story) => `${workspace.path}/stories/${story.id}/comments`;
  const comment = async (story: Story, fields: object = {}) =>
    (await person.client.post(path(story), { content: 'Important', ...fields })).json.data;
  const more: Record<string, (story: Story, thread: { id: string }) => Promise<unknown>> = {
    comment: (story) => comment(story),
    reply: (story, { id }) => comment(story, { parentId: id }),
    child: ({ id }) => newStory({ parentId: id }),
  };
  for (const [what, add] of Object.entries(more)) {
    const story = await newStory();
    const thread = await comment(story);
    const { confirmationToken } = await announce(story);
    await add(story, thread);
    const error = await client.refused('delete_story', args(story, confirmationToken));
    expect(error, what).toMatchObject({ code: 'version_conflict' });
    expect(await statusOf(story), what).toBe(200);
    const { confirmationToken: anew } = await announce(story);
    expect((await client.use('delete_story', args(story, anew))).data.deleted, what).toBe(true);
  }
});

test('a token that has been used is refused for another story, and the error names no key', async () => {
  const [story, other] = [await newStory(), await newStory()];
  const { confirmationToken } = await announce(story);
  await client.use('delete_story', args(story, confirmationToken));
  expect(await client.refused('delete_story', args(other, confirmationToken))).toMatchObject(noToken);
  expect(await statusOf(other)).toBe(200);
});

test("another story's token, another user's and a made-up one delete nothing", async () => {
  const [story, other] = [await newStory(), await newStory()];
  const colleague = await workspace.person('member', [team]);
  const theirs = await announce(story, await connectedClient(colleague));
  const { confirmationToken } = await announce(other);
  const [expires, going, children, mac] = confirmationToken.split('.');
  const wrong = [
    confirmationToken,
    theirs.confirmationToken,
    `zzzzzzzz.${going}.${children}.${mac}`,
    `${expires}.${going}.${children}.${'A'.repeat(43)}`,
    `${expires}.${'0'.repeat(16)}.${children}.${mac}`,
    `${expires}.${going}.zz.${mac}`,
    'yes, delete it, I am quite sure',
    '',
    true,
  ];
  for (const token of wrong) {
    expect(await client.refused('delete_story', args(story, token))).toMatchObject(noToken);
  }
  expect(await statusOf(story)).toBe(200);
});

test('a story that its user cannot see is not announced', async () => {
  const hidden = await workspace.team();
  const insider = await workspace.person('member', [hidden]);
  const story = await createStoryAs(insider.client, workspace, { teamId: hidden.id });
  expect((await client.refused('delete_story', args(story))).code).toBe('not_found');
});

test('a guest is refused both calls', async () => {
  const story = await newStory();
  const guest = await connectedClient(await workspace.person('guest', [team]));
  const { confirmationToken } = await announce(story);
  for (const token of [undefined, confirmationToken]) {
    expect((await guest.refused('delete_story', args(story, token))).code).toBe('insufficient_role');
  }
});

test('a token is valid for 10 minutes and not a millisecond longer', async () => {
  let now = new Date('2026-11-20T12:00:00.000Z');
  const services = { keys: fixedKeys('a secret'), now: () => now };
  const tokens = await deletionTokens(services);
  const deletion = {
    userId: person.id,
    story: { id: team.id, workspaceId: workspace.id },
    going: 'a story without comments',
    children: 2,
  };
  const { token, expiresAt } = tokens.make(deletion);
  expect(expiresAt).toBe('2026-11-20T12:10:00.000Z');
  now = new Date('2026-11-20T12:09:59.999Z');
  expect(tokens.verify(token, deletion)).toBe('good');
  expect(tokens.verify(token, { ...deletion, children: 1 })).toBe('good');
  expect(tokens.verify(token, { ...deletion, children: 3 })).toBe('outdated');
  now = new Date(expiresAt);
  expect(tokens.verify(token, deletion)).toBe('none');
});
