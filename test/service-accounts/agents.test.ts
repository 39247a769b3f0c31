import { beforeAll, expect, test } from 'vitest';
import type { Team } from '../../shared/identity/team/team.ts';
import { commentApi } from '../comments/comment-api.ts';
import { storyApi } from '../stories/story-api.ts';
import { expectRefusal } from '../support/answers.ts';
import type { Client } from '../support/client.ts';
import { until } from '../support/until.ts';
import { newKey, newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';
import { serviceAccountApi, type ServiceAccountApi } from './service-account-api.ts';

let workspace: TestWorkspace;
let team: Team;
let admin: Person;
let accounts: ServiceAccountApi;

beforeAll(async () => {
  workspace = await newWorkspace();
  team = await workspace.team();
  admin = await workspace.person('admin', [team]);
  accounts = serviceAccountApi(workspace, admin.client);
});

/** Follows the changes that a client may see from now on; returns the first one that is wanted. */
async function follow(client: Client) {
  const path = `${workspace.path}/changes`;
  let { resumeCursor: cursor } = (await client.get(path)).json.meta;
  return async (isWanted: (event: any) => boolean) => {
    let found: any;
    await until(async () => {
      const { json } = await client.get(path, { cursor });
      found = json.data.find(isWanted);
      cursor = json.meta.resumeCursor;
      return found !== undefined;
    });
    return found;
  };
}

test('the rights of a key follow the scopes of its account with the next request, both ways', async () => {
  const account = await workspace.serviceAccount([team], ['stories:read', 'comments:write']);
  const story = await storyApi(workspace, admin.client).create({ teamId: team.id });
  const comment = () => commentApi(workspace, story.id, account.client).send({ content: 'Done.' });
  expect((await comment()).status).toBe(201);

  const shown = await accounts.read(account.id);
  const narrowed = await accounts.update(shown, { scopes: ['stories:read'] });
  expect(expectRefusal(await comment(), 403, 'insufficient_scope').missingScopes).toEqual(['comments:write']);
  const { json } = await account.client.get('/api/v1/me');
  expect(json.data.scopes).toEqual(['stories:read']);

  // A wider account widens no key: it has what it was created with.
  await accounts.update(narrowed.json.data, {
    scopes: ['stories:read', 'stories:write', 'comments:write'],
  });
  expect((await comment()).status).toBe(201);
  const refused = await storyApi(workspace, account.client).change(story, { title: 'x' }).catch(String);
  expect(refused).toMatch(/403/);
});

test('an agent is assigned stories of its teams, and found by name', async () => {
  const account = await workspace.serviceAccount([team]);
  const { updatedAt } = await accounts.read(account.id);
  const avatarUrl = 'https://pictures.example/bot.png';
  await accounts.update({ id: account.id, updatedAt }, { name: 'Triage bot', avatarUrl });
  const api = storyApi(workspace, admin.client);
  const story = await api.create({ teamId: team.id, assigneeId: account.id });
  expect(story.assigneeId).toBe(account.id);

  const { json } = await admin.client.get(`${workspace.path}/stories/${story.id}`, { include: 'assignee' });
  const principal = { id: account.id, kind: 'service_account', name: 'Triage bot', avatarUrl };
  expect(json.included.assignee).toEqual([principal]);
  const own = await account.client.get(`${workspace.path}/stories`, { filter: 'assignee:me' });
  expect(own.json.data.map(({ id }: { id: string }) => id)).toEqual([story.id]);
  const named = await admin.client.get(`${workspace.path}/stories`, { filter: 'assignee:"Triage bot"' });
  expect(named.json.data.map(({ id }: { id: string }) => id)).toEqual([story.id]);
});

test('an agent comments as itself: in reads, events and for principals', async () => {
  const account = await workspace.serviceAccount([team]);
  const story = await storyApi(workspace, admin.client).create({ teamId: team.id });
  const next = await follow(admin.client);
  const api = commentApi(workspace, story.id, account.client);
  const comment = await api.create({ content: 'I looked into it.' });
  expect(comment.authorId).toBe(account.id);
  const edited = { expectedUpdatedAt: comment.updatedAt, content: 'Looked into.' };
  expect((await api.update(comment.id, edited)).status).toBe(200);

  const { json } = await admin.client.get(`${workspace.path}/principals/${comment.authorId}`);
  expect(json.data).toMatchObject({ kind: 'service_account', name: 'A program' });
  const event = await next((one) => one.type === 'comment.created' && one.data.id === comment.id);
  expect(event.actor).toEqual({ kind: 'service_account', id: account.id, via: 'rest' });
  // Those of others are not its own to change.
  const theirs = await commentApi(workspace, story.id, admin.client).create();
  const answer = await api.update(theirs.id, { expectedUpdatedAt: theirs.updatedAt, content: 'x' });
  expectRefusal(answer, 403, 'insufficient_role');
});

test('an agent watches a story, follows the changes, and plans', async () => {
  const account = await workspace.serviceAccount([team]);
  const story = await storyApi(workspace, admin.client).create({ teamId: team.id });
  const watch = `${workspace.path}/stories/${story.id}/watch`;
  expect((await account.client.post(watch)).json.data).toEqual({ id: story.id, watching: true });
  const next = await follow(account.client);
  const body = { teamId: team.id, name: 'S', startDate: '2027-01-01', endDate: '2027-01-14' };
  const sprint = await account.client.post(`${workspace.path}/sprints`, body);
  expect(sprint.status).toBe(201);
  await next(({ type, data }) => type === 'sprint.created' && data.id === sprint.json.data.id);
});

test('an agent creates a team, and is in it', async () => {
  const account = await workspace.serviceAccount([]);
  const code = `A${newKey().slice(0, 6).toUpperCase()}`;
  const { status, json } = await account.client.post(`${workspace.path}/teams`, { name: 'Agents', code });
  expect([status, json.data.memberCount]).toEqual([201, 0]);
  const { id: teamId } = json.data;
  const body = { memberId: admin.id };
  expect((await account.client.post(`${workspace.path}/teams/${teamId}/members`, body)).status).toBe(200);
  await storyApi(workspace, account.client).create({ teamId });
  // The team counts its accounts, so it can be left by this one.
  expect((await accounts.take(account.id, teamId)).status).toBe(200);
  expectRefusal(await account.client.get(`${workspace.path}/teams/${teamId}`), 404, 'not_found');
});

test('an agent manages no team that it is not in, not even a public one', async () => {
  const account = await workspace.serviceAccount([], ['teams:read', 'teams:write']);
  const path = `${workspace.path}/teams/${team.id}`;
  const added = await account.client.post(`${path}/members`, { memberId: admin.id });
  expectRefusal(added, 404, 'not_found');
  const renamed = { expectedUpdatedAt: team.updatedAt, name: 'Taken' };
  expectRefusal(await account.client.patch(path, renamed), 404, 'not_found');
});
