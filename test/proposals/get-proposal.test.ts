import { beforeAll, expect, test } from 'vitest';
import { storyApi } from '../stories/story-api.ts';
import { expectRefusal } from '../support/answers.ts';
import { newKey, newWorkspace, type TestWorkspace } from '../support/workspace.ts';
import { newProposing, proposalApi } from './proposal-api.ts';

let workspace: TestWorkspace;
let proposing: Awaited<ReturnType<typeof newProposing>>;

beforeAll(async () => {
  workspace = await newWorkspace();
  proposing = await newProposing(workspace);
});

test('a proposal is shown with the resource as it is and as it would be', async () => {
  const mine = storyApi(workspace, proposing.lead.client);
  const story = await mine.create({ teamId: proposing.team.id, title: 'Old' });
  const theirs = storyApi(workspace, proposing.client);
  const { proposal } = (await theirs.update(story.id, { expectedUpdatedAt: story.updatedAt, title: 'New' }))
    .json;
  expect((await mine.read(story.id)).title).toBe('Old');
  const { data } = (await proposing.api.get(proposal.id)).json;
  expect(data).toMatchObject({
    id: proposal.id,
    status: 'open',
    title: `Update a story: ${story.reference} New`,
    by: { kind: 'user', id: proposing.author.id, via: 'rest' },
    changeCount: 1,
  });
  expect(data.changes).toMatchObject([
    {
      operation: 'updateStory',
      resource: 'story',
      resourceId: story.id,
      before: { title: 'Old' },
      after: { title: 'New' },
      state: 'open',
    },
  ]);
});

test('what is new has the number that it gets when it is made, and none before', async () => {
  const { team, client, lead, api } = await newProposing(workspace);
  const session = { 'change-set': newKey() };
  const create = async (path: string, body: object) =>
    (await client.post(`${workspace.path}/${path}`, body, { 'idempotency-key': newKey(), ...session })).json;
  const { data: story, proposal } = await create('stories', { teamId: team.id, title: 'First' });
  await create('objectives', { teamId: team.id, name: 'Aim' });
  const update = { expectedUpdatedAt: story.updatedAt, title: 'Changed' };
  await client.patch(`${workspace.path}/stories/${story.id}`, update, session);
  const afters = async (): Promise<any[]> =>
    (await api.get(proposal.id)).json.data.changes.map(({ after }: { after: object }) => after);
  expect(await afters()).toMatchObject([
    { title: 'First', reference: null, sequenceId: null },
    { name: 'Aim', sequenceId: null },
    { title: 'Changed', reference: null, sequenceId: null },
  ]);
  // Somebody else's takes the next number.
  const theirs = await storyApi(workspace, lead.client).create({ teamId: team.id, title: 'Another' });
  await api.accept(proposal.id);
  const made = await storyApi(workspace, lead.client).read(story.id);
  expect(made.reference).not.toBe(theirs.reference);
  const { reference, sequenceId } = made;
  expect(await afters()).toMatchObject([
    { title: 'First', reference, sequenceId },
    { name: 'Aim', sequenceId: expect.any(Number) },
    { title: 'Changed', reference, sequenceId },
  ]);
});

test('a proposal is seen by those who are in all of its teams alone', async () => {
  const hidden = await workspace.team({ private: true });
  const both = await newProposing(workspace, [hidden, proposing.team]);
  const { json } = await both.client.post(
    `${workspace.path}/stories`,
    { teamId: hidden.id, title: 'Secret' },
    { 'idempotency-key': newKey() },
  );
  const { id } = json.proposal;
  expect((await both.api.get(id)).status).toBe(200);
  expectRefusal(await proposing.api.get(id), 404, 'not_found');
  expectRefusal(await proposing.api.accept(id), 404, 'not_found');
  const outside = await newWorkspace();
  const stranger = await outside.person('admin');
  expectRefusal(await proposalApi(outside, stranger.client).get(id), 404, 'not_found');
});

test('a proposal that concerns no team is seen by its author and admins alone', async () => {
  const view = await proposing.client.post(`${workspace.path}/views`, { name: 'Mine', filter: 'is:open' });
  const { id } = view.json.proposal;
  expectRefusal(await proposing.api.get(id), 404, 'not_found');
  const admin = await workspace.person('admin');
  expect((await proposalApi(workspace, admin.client).get(id)).status).toBe(200);
  expect((await proposalApi(workspace, proposing.author.client).get(id)).status).toBe(200);
});
