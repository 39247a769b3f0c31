import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Team } from '../../shared/identity/team/team.ts';
import { expectBadFields, expectRefusal } from '../support/answers.ts';
import { createClient } from '../support/client.ts';
import { sharedService } from '../support/service.ts';
import { addressOf, newKey, type Person, type TestWorkspace } from '../support/workspace.ts';
import { newStoryWorkspace, storyApi, type StoryApi } from './story-api.ts';

let workspace: TestWorkspace;
let team: Team;
let member: Person;
let api: StoryApi;

/** A team of its own for each test, so that every story it has is of that test. */
async function newTeam() {
  team = await workspace.team();
  member = await workspace.person('member', [team]);
  api = storyApi(workspace, member.client);
}
beforeAll(async () => {
  ({ workspace } = await newStoryWorkspace());
});

const storyIds = async () =>
  (await api.list({ teamId: team.id, limit: 100 })).json.data.map(({ id }: { id: string }) => id);

const sendRaw = (raw: string, key: string) =>
  member.client.request('POST', `${workspace.path}/stories`, {
    raw,
    headers: { 'idempotency-key': key },
  });

describe('a repeated key with the same bytes', async () => {
  test('returns the first story, marked as a replay', async () => {
    await newTeam();
    const [body, key] = [{ title: 'Once', teamId: team.id }, newKey()];
    const first = await api.send(body, key);
    const second = await api.send(body, key);

    expect([first.status, second.status]).toEqual([201, 201]);
    expect(first.headers.has('idempotent-replayed')).toBe(false);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(second.json).toEqual(first.json);
    expect(await storyIds()).toEqual([first.json.data.id]);
  });

  test('creates one story and 49 replays when it is sent 50 times at once', async () => {
    await newTeam();
    const [body, key] = [{ title: 'Once', teamId: team.id }, newKey()];
    const answers = await Promise.all(Array.from({ length: 50 }, () => api.send(body, key)));

    const stories = await storyIds();
    expect(stories).toHaveLength(1);
    for (const { status, json } of answers) expect([status, json.data.id]).toEqual([201, stories[0]]);
    const replays = answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'true');
    expect(replays).toHaveLength(49);
  });

  test('shows the story as it is now', async () => {
    await newTeam();
    const [body, key] = [{ title: 'Before', teamId: team.id }, newKey()];
    const { json } = await api.send(body, key);
    const changed = await api.change(json.data, { title: 'After' });

    expect((await api.send(body, key)).json.data).toEqual(changed);
  });

  test('is a 404 once the story is deleted, and never creates a second one', async () => {
    await newTeam();
    const [body, key] = [{ title: 'Gone', teamId: team.id }, newKey()];
    const { json } = await api.send(body, key);
    await api.delete(json.data.id);

    for (let attempt = 0; attempt < 2; attempt++) expectRefusal(await api.send(body, key), 404, 'not_found');
    expect(await storyIds()).toEqual([]);
  });

  test('is a 404 to a caller who has lost the team, and a 403 to one who may not create any more', async () => {
    await newTeam();
    const [body, key] = [{ title: 'Mine', teamId: team.id }, newKey()];
    await api.send(body, key);
    const { operator, id: workspaceId } = workspace;

    const person = await operator.getMember(workspaceId, member.id);
    const guest = await operator.updateMember(person!, { role: 'guest' });
    expectRefusal(await api.send(body, key), 403, 'insufficient_role');
    await operator.updateMember(guest, { role: 'member' });
    expect((await api.send(body, key)).headers.get('idempotent-replayed')).toBe('true');
    await operator.leaveTeam({ workspaceId, teamId: team.id, principalId: member.id });
    expectRefusal(await api.send(body, key), 404, 'not_found');
  });

  test("returns the same with another of the caller's tokens, and a 404 with one that does not reach the team", async () => {
    await newTeam();
    const second = await workspace.team();
    await workspace.operator.joinTeam({
      workspaceId: workspace.id,
      teamId: second.id,
      principalId: member.id,
    });
    const [body, key] = [{ title: 'Mine', teamId: team.id }, newKey()];
    const { json } = await api.send(body, key);

    const other = storyApi(workspace, await workspace.clientFor(member.id));
    expect((await other.send(body, key)).json).toEqual(json);
    const narrow = storyApi(workspace, await workspace.clientFor(member.id, { teamIds: [second.id] }));
    expectRefusal(await narrow.send(body, key), 404, 'not_found');
  });
});

describe('a repeated key with other bytes', () => {
  test('is refused, also when only the spacing differs', async () => {
    await newTeam();
    const key = newKey();
    const body = { title: 'Once', teamId: team.id };
    await sendRaw(JSON.stringify(body), key);

    for (const raw of [JSON.stringify(body, null, 1), JSON.stringify({ ...body, title: 'Twice' })]) {
      expectRefusal(await sendRaw(raw, key), 409, 'idempotency_key_reused');
    }
    expect(await storyIds()).toHaveLength(1);
    expect((await sendRaw(JSON.stringify(body), key)).status).toBe(201);
  });

  test('creates one story at once', async () => {
    await newTeam();
    const key = newKey();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => api.send({ title: `Take ${index}`, teamId: team.id }, key)),
    );

    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(9).fill(409)]);
    expect(await storyIds()).toHaveLength(1);
  });

  test('is accepted where the first request was refused', async () => {
    await newTeam();
    const key = newKey();
    expectBadFields(await api.send({ title: '', teamId: team.id }, key), ['title']);
    const misfit = { title: 'Parentless', teamId: team.id, parentId: randomUUID() };
    expectBadFields(await api.send(misfit, key), ['parentId'], 'invalid_reference');

    const answer = await api.send({ title: 'Good', teamId: team.id }, key);
    expect([answer.status, answer.headers.has('idempotent-replayed')]).toEqual([201, false]);
  });
});

test('another key creates another story of the same bytes', async () => {
  await newTeam();
  const body = { title: 'Again', teamId: team.id };
  await api.send(body, newKey());
  await api.send(body, newKey());

  expect(await storyIds()).toHaveLength(2);
});

test('a key is known to its principal only', async () => {
  await newTeam();
  const colleague = await workspace.person('member', [team]);
  const account = await workspace.serviceAccount([team]);
  const [body, key] = [{ title: 'Once each', teamId: team.id }, newKey()];

  for (const { client } of [member, colleague, account]) {
    const answer = await storyApi(workspace, client).send(body, key);
    expect([answer.status, answer.headers.has('idempotent-replayed')]).toEqual([201, false]);
  }
  expect(await storyIds()).toHaveLength(3);
});

test('a key is known in its workspace only, also for the same person', async () => {
  await newTeam();
  const elsewhere = await newStoryWorkspace();
  const email = await addressOf(workspace, member.id);
  const place = { workspaceId: elsewhere.workspace.id, name: 'The same', email, role: 'member' as const };
  const { id } = await elsewhere.workspace.operator.addMember(place);
  expect(id).not.toBe(member.id);
  const abroad = { ...place, teamId: elsewhere.team.id, principalId: id };
  await elsewhere.workspace.operator.joinTeam(abroad);
  const there = storyApi(elsewhere.workspace, await elsewhere.workspace.clientFor(id));

  const key = newKey();
  await api.send({ title: 'WorkspaceOperations', teamId: team.id }, key);
  expect((await there.send({ title: 'There', teamId: elsewhere.team.id }, key)).status).toBe(201);
});

test('a key of 16 to 255 characters from ! to ~ is required', async () => {
  await newTeam();
  const body = { title: 'Keyed', teamId: team.id };
  const bare = createClient(sharedService().baseUrl, member.token);

  expectRefusal(await bare.post(`${workspace.path}/stories`, body), 400, 'idempotency_key_required');
  for (const key of [
    'k'.repeat(15),
    'k'.repeat(256),
    'sixteen spaced k',
    'sixteen-läng-key',
    'tab\tin-the-middle',
  ]) {
    expectRefusal(await api.send(body, key), 400, 'invalid_idempotency_key');
  }
  expect(await storyIds()).toEqual([]);
  for (const key of [`!~${newKey().slice(0, 14)}`, newKey().padEnd(255, '~')]) {
    expect((await api.send(body, key)).status).toBe(201);
  }
});
