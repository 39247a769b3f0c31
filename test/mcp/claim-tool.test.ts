import { expect, test } from 'vitest';
import type { Story } from '../../shared/planning/story/story.ts';
import { createStoryAs, newKey } from '../support/workspace.ts';
import { until } from '../support/until.ts';
import { newMcpWorkspace } from './mcp-workspace.ts';

const { workspace, team, person, client } = await newMcpWorkspace();

const newStory = (fields: object = {}): Promise<Story> =>
  createStoryAs(person.client, workspace, { teamId: team.id, ...fields });
const claim = async (args: object) =>
  (await client.use('claim_story', { workspaceId: workspace.id, ...args })).data;
const refused = (args: object) => client.refused('claim_story', { workspaceId: workspace.id, ...args });
const heldOf = async ({ id }: Story) =>
  (await person.client.get(`${workspace.path}/stories/${id}`)).json.data.claim;

test('a story is claimed by its reference for half an hour, renewed and released', async () => {
  const story = await newStory();
  const { fencingNumber, expiresAt, message } = await claim({ story: story.reference });
  expect(message).toContain('get_story');
  const leaseMs = Date.parse(expiresAt) - Date.now();
  expect(leaseMs).toBeGreaterThan(29 * 60_000);
  expect(leaseMs).toBeLessThanOrEqual(30 * 60_000);
  expect(await heldOf(story)).toMatchObject({ fencingNumber, expiresAt });

  const longer = { story: story.id, action: 'renew', fencingNumber, leaseSeconds: 7_200 };
  expect(Date.parse((await claim(longer)).expiresAt)).toBeGreaterThan(Date.parse(expiresAt));
  await claim({ story: story.reference, action: 'release', fencingNumber });
  expect(await heldOf(story)).toBeNull();
  expect((await refused(longer)).code).toBe('claim_lost');
});

test('without a story, the next that is ready and matches the filter is claimed, and each one once', async () => {
  const word = `Word${newKey().replaceAll(/[^a-z]/g, '')}`;
  const stories = [await newStory({ title: `${word} one` }), await newStory({ title: `${word} two` })];
  const claimed = new Set<string>();
  // What became ready within the last moments can be missing.
  await until(async () => {
    const { reference } = await claim({ filter: word, leaseSeconds: 60 });
    if (reference) claimed.add(reference);
    return claimed.size === 2;
  });
  expect([...claimed].sort()).toEqual(stories.map(({ reference }) => reference).sort());
  expect(await claim({ filter: word })).toEqual({
    message: 'No story is ready: list_stories shows what is open, blocked or claimed.',
  });
});

test('a story that someone else has claimed is refused with who holds it', async () => {
  const story = await newStory();
  const other = await workspace.person('member', [team]);
  const path = `${workspace.path}/stories/${story.id}/claim`;
  await other.client.post(path, { leaseSeconds: 60 });
  expect(await refused({ story: story.reference })).toMatchObject({
    code: 'claimed',
    holder: { id: other.id },
  });
});

test('an unknown action and a renewal without its number are explained', async () => {
  const story = await newStory();
  for (const action of ['steal', 'constructor', 1]) {
    expect(await refused({ story: story.reference, action })).toMatchObject({
      code: 'invalid_request',
      message: 'action must be one of claim, renew, release.',
      fields: [{ path: 'action', code: 'not_one_of' }],
    });
  }
  const { fields } = await refused({ story: story.reference, action: 'renew' });
  expect(fields).toMatchObject([{ path: 'fencingNumber' }]);
});
