import { beforeAll, expect, test } from 'vitest';
import { allScopes } from '../../shared/kernel/core/scopes.ts';
import type { Story } from '../../shared/planning/story/story.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import { claimApi } from '../claims/claim-api.ts';
import { deliverGithub, hookApi } from '../hooks/hook-api.ts';
import { pullRequest } from '../hooks/github-payloads.ts';
import { connectedClient } from '../mcp/mcp-client.ts';
import { proposalApi } from '../proposals/proposal-api.ts';
import { ruleApi } from '../rules/rule-api.ts';
import { dataOf, statusOf, storyApi } from '../stories/story-api.ts';
import { createClient } from '../support/client.ts';
import { sharedService } from '../support/service.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

let workspace: TestWorkspace;
let team: Team;
let admin: Person;
let ann: Person;
let bob: Person;
let agent: Person;
let done: string;
let started: string;
let backlog: string;

/** Switches whether a team has stories completed by others on or off. */
async function setReviewRequired({ id }: Team, reviewRequired: boolean) {
  const { updatedAt } = dataOf<Team>(await admin.client.get(`${workspace.path}/teams/${id}`), 200);
  const body = { expectedUpdatedAt: updatedAt, reviewRequired };
  return dataOf<Team>(await admin.client.patch(`${workspace.path}/teams/${id}`, body), 200);
}

beforeAll(async () => {
  workspace = await newWorkspace();
  team = await workspace.team();
  [admin, ann, bob, agent] = await Promise.all([
    workspace.person('admin', [team]),
    workspace.person('member', [team]),
    workspace.person('member', [team]),
    workspace.serviceAccount([team]),
  ]);
  [done, started, backlog] = (await Promise.all(
    ['completed', 'started', 'backlog'].map((category) => statusOf(workspace, admin.client, team, category)),
  )) as [string, string, string];
  expect(team.reviewRequired).toBe(false);
  expect(await setReviewRequired(team, true)).toMatchObject({ reviewRequired: true });
});

const by = (person: Person) => storyApi(workspace, person.client);
const newStory = (fields: object = {}): Promise<Story> => by(admin).create({ teamId: team.id, ...fields });

/** How an attempt to complete a story as it is now is answered: its status, and the code of the error. */
async function completion(person: Person, { id }: Pick<Story, 'id'>, patch: object = {}) {
  const { updatedAt } = await by(admin).read(id);
  const body = { expectedUpdatedAt: updatedAt, statusId: done, ...patch };
  const { status, json } = await by(person).update(id, body);
  return status === 200 ? 200 : `${status} ${json.error.code}`;
}
const REFUSED = '403 review_required';

test('a story is completed by another person than its assignee', async () => {
  const story = await newStory({ assigneeId: ann.id, statusId: started });
  const { status, json } = await by(ann).update(story.id, {
    expectedUpdatedAt: story.updatedAt,
    statusId: done,
  });
  expect(status).toBe(403);
  expect(json.error).toMatchObject({ code: 'review_required' });
  expect(json.error.hint).toContain('An admin can');
  expect(await completion(bob, story)).toBe(200);
  expect(await by(ann).read(story.id)).toMatchObject({ statusId: done });
});

test('other statuses, other fields and teams without the setting are as ever', async () => {
  const story = await newStory({ assigneeId: ann.id });
  expect(await completion(ann, story, { statusId: started })).toBe(200);
  const cancelled = await statusOf(workspace, admin.client, team, 'cancelled');
  expect(await completion(ann, story, { statusId: cancelled })).toBe(200);
  expect(await completion(bob, story)).toBe(200);
  expect(await completion(ann, story, { statusId: undefined, title: 'Renamed' })).toBe(200);
  const released = dataOf<{ id: string }>(
    await admin.client.post(`${workspace.path}/statuses`, {
      teamId: team.id,
      name: 'Released',
      category: 'completed',
      color: '#123456',
    }),
    201,
  );
  // It has been completed by somebody else already.
  expect(await completion(ann, story, { statusId: released.id })).toBe(200);
});

test('assigning a story to someone else, or to no one, does not make its worker another person', async () => {
  const story = await newStory({ assigneeId: ann.id, statusId: started });
  expect(await completion(ann, story, { assigneeId: bob.id })).toBe(REFUSED);
  expect(await completion(ann, story, { clearFields: ['assigneeId'] })).toBe(REFUSED);
  expect(await completion(ann, story, { statusId: undefined, assigneeId: bob.id })).toBe(200);
  expect(await completion(ann, story)).toBe(REFUSED);
  expect(await completion(bob, story)).toBe(REFUSED);
  expect(await completion(ann, story, { statusId: backlog, clearFields: ['assigneeId'] })).toBe(200);
  expect(await completion(ann, story)).toBe(REFUSED);
  expect(await completion(admin, story)).toBe(200);
});

test('an assignee from before the work started can complete the story', async () => {
  const story = await newStory({ assigneeId: bob.id });
  expect(await completion(bob, story, { statusId: undefined, assigneeId: ann.id })).toBe(200);
  expect(await completion(ann, story, { statusId: started })).toBe(200);
  expect(await completion(bob, story)).toBe(200);
});

test('a story that no one has worked on needs an assignee first, who is someone else', async () => {
  const story = await newStory();
  expect(await completion(bob, story)).toBe(REFUSED);
  expect(await completion(bob, story, { assigneeId: bob.id })).toBe(REFUSED);
  expect(await completion(bob, story, { assigneeId: ann.id })).toBe(200);
});

test('a claimant counts as having done the work, also after the claim', async () => {
  const claims = claimApi(workspace, ann.client);
  const story = await newStory();
  const { fencingNumber } = await claims.claim(story);
  expect(await completion(ann, story)).toBe(REFUSED);
  await claims.release(story, { fencingNumber });
  expect(await completion(ann, story)).toBe(REFUSED);
  expect(await completion(bob, story)).toBe(200);
  const taken = await newStory();
  await claims.claim(taken);
  expect(await completion(bob, taken, { takeOver: true, statusId: undefined, assigneeId: admin.id })).toBe(
    200,
  );
  expect(await completion(ann, taken)).toBe(REFUSED);
});

test('a program completes nothing, also what a person has done', async () => {
  const story = await newStory({ assigneeId: ann.id, statusId: started });
  expect(await completion(agent, story)).toBe(REFUSED);
});

test('a story is not created as completed, but for the history of another tool', async () => {
  const { status, json } = await by(ann).send({ teamId: team.id, title: 'Done', statusId: done });
  expect([status, json.error.code]).toEqual([403, 'review_required']);
  const imported = { teamId: team.id, title: 'Done', statusId: done, imported: {} };
  expect((await by(admin).send(imported)).status).toBe(201);
  expect((await by(admin).send({ ...imported, assigneeId: ann.id })).status).toBe(201);
  const own = await by(admin).send({ ...imported, assigneeId: admin.id });
  expect([own.status, own.json.error.code]).toEqual([403, 'review_required']);
});

test('the items of a bulk request are judged one by one', async () => {
  const [own, other] = await Promise.all([ann, bob].map(({ id }) => newStory({ assigneeId: id })));
  const items = [own!, other!].map(({ id, updatedAt }) => ({
    storyId: id,
    body: { expectedUpdatedAt: updatedAt, statusId: done },
  }));
  const { json } = await ann.client.patch(`${workspace.path}/bulk/stories`, { items });
  expect(json.data.items).toMatchObject([
    { httpStatus: 403, error: { code: 'review_required' } },
    { httpStatus: 200 },
  ]);
});

test('a story that comes from another team as completed needs another person there', async () => {
  const free = await workspace.team();
  for (const { id } of [ann, bob])
    await workspace.operator.joinTeam({ workspaceId: workspace.id, teamId: free.id, principalId: id });
  const elsewhere = await by(ann).create({ teamId: free.id, assigneeId: ann.id });
  const finished = await by(ann).change(elsewhere, {
    statusId: await statusOf(workspace, ann.client, free, 'completed'),
  });
  const move = { expectedUpdatedAt: finished.updatedAt, teamId: team.id };
  expect((await by(ann).update(finished.id, move)).json.error?.code).toBe('review_required');
  expect((await by(bob).update(finished.id, move)).status).toBe(200);
});

test('an AI client of who did the work is refused with a way out', async () => {
  const story = await newStory({ assigneeId: ann.id, statusId: started });
  const client = await connectedClient(ann);
  const stories = [{ story: story.reference }];
  const { code, hint } = await client.refused('update_stories', { stories, statusId: 'Done' });
  expect(code).toBe('review_required');
  expect(hint).toContain('An admin can');
  expect((await by(admin).read(story.id)).statusId).toBe(started);
});

/** A client of the program that only proposes. */
async function proposing() {
  const { token } = await workspace.operator.createToken({
    workspaceId: workspace.id,
    principalId: agent.id,
    principalKind: 'serviceAccount',
    name: 'Proposes',
    scopes: allScopes,
    writes: 'proposed',
  });
  return createClient(sharedService().baseUrl, token);
}

test('what a program proposes is completed by who accepts it, unless they did the work', async () => {
  const client = await proposing();
  const propose = async (assigneeId: string) => {
    const story = await newStory({ assigneeId, statusId: started });
    const { status, json, text } = await client.patch(`${workspace.path}/stories/${story.id}`, {
      expectedUpdatedAt: story.updatedAt,
      statusId: done,
    });
    expect(status, text).toBe(202);
    return json.proposal.id as string;
  };
  const own = await proposalApi(workspace, ann.client).accept(await propose(ann.id));
  expect(own.json.data).toMatchObject({ applied: [], conflicts: [{ code: 'review_required' }] });
  const lead = await proposalApi(workspace, bob.client).accept(await propose(agent.id));
  expect(lead.json.data).toMatchObject({ conflicts: [], applied: [{ operation: 'updateStory' }] });
});

test('a merged pull request links the story, and leaves completing it to a person', async () => {
  const story = await newStory({ assigneeId: ann.id, statusId: started });
  const rules = [{ teamId: team.id, mergedStatusId: done }];
  const hook = await hookApi(workspace, admin.client).create({ serviceAccountId: agent.id, rules });
  const answer = await deliverGithub(
    hook,
    'pull_request',
    pullRequest({ title: story.reference, state: 'merged' }),
  );
  expect(answer.json.data.stories).toMatchObject([{ link: 'added', status: 'review_required' }]);
  expect((await by(admin).read(story.id)).statusId).toBe(started);
});

test('a rule does not complete a story, whomever it acts as', async () => {
  const rule = {
    name: 'Done by label',
    teamId: team.id,
    on: ['story.updated'],
    then: [{ operation: 'updateStory', input: { storyId: '{{story.id}}', statusId: done } }],
  };
  const story = await newStory({ assigneeId: ann.id, statusId: started });
  const rules = ruleApi(workspace, bob.client);
  const { id } = await rules.create(rule);
  await by(ann).change(story, { priority: 'high' });
  expect(await rules.ran(id)).toMatchObject([{ outcome: 'failed', code: 'review_required' }]);
});

test('an admin who is alone in a team switches it off', async () => {
  const alone = await workspace.team();
  await workspace.operator.joinTeam({ workspaceId: workspace.id, teamId: alone.id, principalId: admin.id });
  await setReviewRequired(alone, true);
  const story = await by(admin).create({ teamId: alone.id, assigneeId: admin.id });
  const completed = await statusOf(workspace, admin.client, alone, 'completed');
  expect(await completion(admin, story, { statusId: completed })).toBe(REFUSED);
  expect((await setReviewRequired(alone, false)).reviewRequired).toBe(false);
  expect(await completion(admin, story, { statusId: completed })).toBe(200);
});
