import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { Team } from '../../shared/identity/team/team.ts';
import { expectBadFields, expectRefusal } from '../support/answers.ts';
import type { Client } from '../support/client.ts';
import { newKey, type TestWorkspace } from '../support/workspace.ts';
import { newStoryWorkspace, storyApi, type StoryApi } from './story-api.ts';

let workspace: TestWorkspace;
let team: Team;
let api: StoryApi;

beforeAll(async () => {
  ({ workspace, team, api } = await newStoryWorkspace());
});

test('a deleted story is gone for good', async () => {
  const { id } = await api.create({ teamId: team.id, description: 'x'.repeat(2_000) });
  const { status, json } = await api.delete(id);

  expect([status, json]).toEqual([200, { data: { id, deleted: true } }]);
  expectRefusal(await api.get(id), 404, 'not_found');
  expectRefusal(
    await api.update(id, { expectedUpdatedAt: '2026-01-01T00:00:00Z', title: 'x' }),
    404,
    'not_found',
  );
  for (const archived of ['exclude', 'only']) {
    const { data } = (await api.list({ teamId: team.id, archived })).json;
    expect(data.map((story: { id: string }) => story.id)).not.toContain(id);
  }
});

test('an archived story can be deleted', async () => {
  const { id } = await api.create({ teamId: team.id });
  await api.archive(id);

  expect((await api.delete(id)).status).toBe(200);
  expectRefusal(await api.get(id), 404, 'not_found');
});

test('the number of a deleted story is not used again', async () => {
  const gone = await api.create({ teamId: team.id });
  await api.delete(gone.id);

  expect((await api.create({ teamId: team.id })).sequenceId).toBe(gone.sequenceId + 1);
});

test('a second delete is 404; the same key is answered as the first time', async () => {
  const { id } = await api.create({ teamId: team.id });
  const key = newKey();
  const first = await api.delete(id, key);

  expectRefusal(await api.delete(id), 404, 'not_found');
  const replay = await api.delete(id, key);
  expect(replay.headers.get('idempotent-replayed')).toBe('true');
  expect(replay.json).toEqual(first.json);
});

test('one of 20 concurrent deletions succeeds, and the others find nothing', async () => {
  const { id } = await api.create({ teamId: team.id });
  const answers = await Promise.all(Array.from({ length: 20 }, () => api.delete(id)));

  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(19).fill(404)]);
});

test('all children of a deleted story lose their parent, the archived and those of other teams too', async () => {
  const second = await workspace.team();
  const both = await workspace.person('member', [team, second]);
  const own = storyApi(workspace, both.client);
  const parent = await own.create({ teamId: team.id });
  const children = await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      own.create({ teamId: index % 2 ? team.id : second.id, parentId: parent.id }),
    ),
  );
  const grandchild = await own.create({ teamId: team.id, parentId: children[1]!.id });
  await own.archive(children[0]!.id);

  // The caller reads only one of the teams that the children are in.
  expect((await api.delete(parent.id)).status).toBe(200);
  const left = await Promise.all(children.map(({ id }) => own.read(id)));
  left.forEach((child, index) => {
    expect(child.parentId).toBeNull();
    expect(child.updatedAt > children[index]!.updatedAt).toBe(true);
  });
  expect(await own.read(grandchild.id)).toEqual(grandchild);
});

test('children that arrive during the delete end up without a parent or are refused', async () => {
  const parent = await api.create({ teamId: team.id });
  const body = { title: 'Late', teamId: team.id, parentId: parent.id };
  const sends = Array.from({ length: 20 }, () => api.send(body));
  const [deletion, ...answers] = await Promise.all([api.delete(parent.id), ...sends]);

  expect(deletion.status).toBe(200);
  for (const answer of answers) {
    if (answer.status === 201) expect((await api.read(answer.json.data.id)).parentId).toBeNull();
    else expectBadFields(answer, ['parentId'], 'invalid_reference');
  }
});

test('a guest, a service account and an outsider delete nothing', async () => {
  const story = await api.create({ teamId: team.id });
  const guest = await workspace.person('guest', [team]);
  const account = await workspace.serviceAccount([team], ['teams:read']);
  const outsider = await workspace.person('admin');
  const as = ({ client }: { client: Client }) => storyApi(workspace, client).delete(story.id);
  expectRefusal(await as(guest), 403, 'insufficient_role');
  expectRefusal(await as(account), 403, 'insufficient_scope');
  expectRefusal(await storyApi(workspace, outsider.client).delete(story.id), 404, 'not_found');

  expect(await api.read(story.id)).toEqual(story);
});

test('a missing story is 404, a bad id 400', async () => {
  expectRefusal(await api.delete(randomUUID()), 404, 'not_found');
  expectBadFields(await api.delete('x'), ['path.storyId']);
});
