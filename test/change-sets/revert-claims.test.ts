import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { Claim } from '../../shared/planning/story-parts/claim.ts';
import type { Story } from '../../shared/planning/story/story.ts';
import { claimApi, type ClaimApi } from '../claims/claim-api.ts';
import { historyApi } from '../history/history-api.ts';
import { changesApi } from '../log/changes-api.ts';
import { dataOf, newStoryWorkspace } from '../stories/story-api.ts';
import { until } from '../support/until.ts';
import { newKey, type Person } from '../support/workspace.ts';
import { changeSetApi } from './change-set-api.ts';

let made: Awaited<ReturnType<typeof newStoryWorkspace>>;
let agent: Person;
let agents: ClaimApi;
let sets: ReturnType<typeof changeSetApi>;

beforeAll(async () => {
  made = await newStoryWorkspace();
  agent = await made.workspace.serviceAccount([made.team]);
  agents = claimApi(made.workspace, agent.client);
  sets = changeSetApi(made.workspace, made.member.client);
});

const newStory = (fields: object = {}): Promise<Story> =>
  made.api.create({ teamId: made.team.id, ...fields });
const inSet = (id: string) => ({ 'change-set': id });

/** Claims a story in a new change set, as the agent. */
async function claimedInSet(story: Story): Promise<{ id: string; claim: Claim }> {
  const id = randomUUID();
  const claim = dataOf<Claim>(await agents.send(story, { leaseSeconds: 600 }, inSet(id)), 201);
  await sets.of(id, 1);
  return { id, claim };
}

const empty = { reverted: [], conflicts: [], irreversible: [] };

test('a change set lists claims, renewals and releases, and so does the history of the story', async () => {
  const { workspace, member } = made;
  const story = await newStory();
  const { id, claim } = await claimedInSet(story);
  const { fencingNumber } = claim;
  const renewed = await agents.renew(story, { fencingNumber, leaseSeconds: 900 }, inSet(id));
  await agents.release(story, { fencingNumber }, inSet(id));
  // Not in the set.
  const later = await agents.claim(story);
  const { changes, reversible } = await sets.of(id, 3);
  expect(reversible).toBe(true);
  expect(changes).toEqual([
    {
      resource: 'story',
      id: story.id,
      action: 'claimed',
      changes: [{ field: 'claim', from: null, to: claim }],
    },
    {
      resource: 'story',
      id: story.id,
      action: 'claimed',
      changes: [{ field: 'claim', from: claim, to: dataOf(renewed, 200) }],
    },
    {
      resource: 'story',
      id: story.id,
      action: 'released',
      changes: [{ field: 'claim', from: dataOf(renewed, 200), to: null }],
    },
  ]);
  const entries = await historyApi(workspace, member.client).of(`stories/${story.id}`, 4);
  expect(entries.slice(1, 3)).toMatchObject([{ changeSetId: id }, { changeSetId: id }]);
  expect((entries[0] as unknown as { changeSetId: string }).changeSetId).not.toBe(id);
  // The claim of the set has ended, and the later one is none of its business.
  expect((await sets.revert(id)).json.data).toMatchObject(empty);
  expect((await made.api.read(story.id)).claim).toEqual(later);
});

test('several claims of one request are one change set', async () => {
  const { workspace, team, member } = made;
  const title = newKey();
  const stories = [await newStory({ title }), await newStory({ title })];
  const reader = await changesApi(workspace, member.client).reader();
  const filter = `"${title}"`;
  await until(
    async () => dataOf<Story[]>(await made.api.list({ filter, teamId: team.id }), 200).length === 2,
  );
  expect(await agents.next({ filter, teamId: team.id, limit: 2 })).toHaveLength(2);
  const event = await reader.until(
    ({ type, data }) => type === 'story.claimed' && data.id === stories[0]!.id,
  );
  const { changeSetId } = event as unknown as { changeSetId: string };
  const found = await sets.of(changeSetId, 2);
  expect(found.changes.map(({ id }) => id).sort()).toEqual(stories.map(({ id }) => id).sort());
});

test('a revert ends a claim that the set made and that still holds, once, and a preview says so', async () => {
  const { member } = made;
  const story = await newStory();
  const { id, claim } = await claimedInSet(story);
  const reverted = [{ resource: 'story', id: story.id, fields: ['claim'] }];
  expect((await sets.revert(id, { dryRun: true })).json.data).toMatchObject({ ...empty, reverted });
  expect((await made.api.read(story.id)).claim).toEqual(claim);
  const { json } = await sets.revert(id);
  expect(json.data).toMatchObject({ ...empty, reverted, changeSetId: expect.any(String) });
  expect((await made.api.read(story.id)).claim).toBeNull();
  expect((await sets.revert(id)).json.data).toMatchObject({ ...empty, changeSetId: null });
  await claimApi(made.workspace, member.client).claim(story);
});

test('a revert of fields ends the claim of the set with them', async () => {
  const story = await newStory({ priority: 'low' });
  const { id } = await claimedInSet(story);
  const body = { expectedUpdatedAt: story.updatedAt, priority: 'high' };
  await agent.client.patch(`${made.workspace.path}/stories/${story.id}`, body, inSet(id));
  await sets.of(id, 2);
  const { json } = await sets.revert(id);
  expect(json.data.reverted).toEqual([{ resource: 'story', id: story.id, fields: ['priority', 'claim'] }]);
  expect(await made.api.read(story.id)).toMatchObject({ priority: 'low', claim: null });
});

test('an agent reverts its own claims, and no other agent does', async () => {
  const story = await newStory();
  const { id, claim } = await claimedInSet(story);
  const other = await made.workspace.serviceAccount([made.team]);
  const refused = await changeSetApi(made.workspace, other.client).revert(id);
  expect(refused.json.data).toMatchObject({ ...empty, irreversible: [{ resource: 'story', id: story.id }] });
  expect((await made.api.read(story.id)).claim).toEqual(claim);
  const { json } = await changeSetApi(made.workspace, agent.client).revert(id);
  expect(json.data.reverted).toEqual([{ resource: 'story', id: story.id, fields: ['claim'] }]);
  expect((await made.api.read(story.id)).claim).toBeNull();
});

test('a revert keeps a claim that others have made since, and lists it', async () => {
  const story = await newStory();
  const { id, claim } = await claimedInSet(story);
  await agents.release(story, { fencingNumber: claim.fencingNumber });
  const now = await claimApi(made.workspace, made.member.client).claim(story);
  const conflicts = [{ resource: 'story', id: story.id, field: 'claim', now }];
  expect((await sets.revert(id)).json.data).toMatchObject({ ...empty, conflicts });
  expect((await made.api.read(story.id)).claim).toEqual(now);
});

test('a revert restores a story that the agent claimed and deleted at once', async () => {
  const story = await newStory();
  const id = randomUUID();
  await agents.send(story, { leaseSeconds: 600 }, inSet(id));
  await agent.client.delete(`${made.workspace.path}/stories/${story.id}`, inSet(id));
  const { changes } = await sets.of(id, 2);
  expect(changes.map(({ action }) => action)).toEqual(['claimed', 'deleted']);
  await sets.revert(id);
  expect(await made.api.read(story.id)).toMatchObject({ title: story.title, claim: null });
});
