import { beforeAll, describe, expect, test } from 'vitest';
import { idempotencyClaim } from '../../shared/kernel/api/operation/idempotency-store.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import { updateStory } from '../../shared/planning/stories/update-story.ts';
import type { Story } from '../../shared/planning/story/story.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import { expectRefusal } from '../support/answers.ts';
import type {} from '../support/client.ts';
import { newKey, type Person, type TestWorkspace } from '../support/workspace.ts';
import { newStoryWorkspace, storyApi, type StoryApi } from './story-api.ts';

let workspace: TestWorkspace;
let team: Team;
let member: Person;
let api: StoryApi;

beforeAll(async () => {
  ({ workspace, team, member, api } = await newStoryWorkspace());
});

const newStory = (fields: object = {}) => api.create({ teamId: team.id, ...fields });
const send = ({ id, updatedAt }: Story, patch: object, key?: string) =>
  api.update(id, { expectedUpdatedAt: updatedAt, ...patch }, key);

describe('an Idempotency-Key', () => {
  test('is free again after a refusal', async () => {
    const story = await newStory();
    const key = newKey();
    const stale = { ...story, updatedAt: '2026-01-01T00:00:00.000Z' };
    expectRefusal(await send(stale, { title: 'Stale' }, key), 409, 'version_conflict');

    expect((await send(story, { title: 'Fresh' }, key)).status).toBe(200);
  });

  test('of a creation is different from that of an update', async () => {
    const key = newKey();
    const { json } = await api.send({ title: 'Made', teamId: team.id }, key);

    const answer = await send(json.data, { title: 'Changed' }, key);
    expect([answer.status, answer.headers.has('idempotent-replayed')]).toEqual([200, false]);
  });

  test('replays also a change that changed nothing', async () => {
    const story = await newStory();
    const key = newKey();
    await send(story, { title: story.title }, key);

    expectRefusal(await send(story, { title: 'Another' }, key), 409, 'idempotency_key_reused');
  });

  test('replays nothing to a caller who has lost the team, nor a story that is gone', async () => {
    const leaver = await workspace.person('member', [team]);
    const own = storyApi(workspace, leaver.client);
    const story = await newStory();
    const [patch, key] = [{ expectedUpdatedAt: story.updatedAt, title: 'Mine' }, newKey()];
    await own.update(story.id, patch, key);
    const place = { workspaceId: workspace.id, teamId: team.id, principalId: leaver.id };
    await workspace.operator.leaveTeam(place);
    expectRefusal(await own.update(story.id, patch, key), 404, 'not_found');

    await workspace.operator.joinTeam(place);
    expect((await own.update(story.id, patch, key)).status).toBe(200);
    await api.delete(story.id);
    expectRefusal(await own.update(story.id, patch, key), 404, 'not_found');
  });

  test('shorter than 16 characters is refused', async () => {
    const story = await newStory();

    expectRefusal(await send(story, { title: 'x' }, 'k'.repeat(15)), 400, 'invalid_idempotency_key');
    expect(await api.read(story.id)).toEqual(story);
  });

  test('is free again after its 24 hours, whether or not the table has cleaned up', async () => {
    const story = await newStory();
    const key = newKey();
    const first = (await send(story, { title: 'First' }, key)).json.data;
    const principal = { principalId: member.id, workspaceId: workspace.id };
    const sent = { idempotencyKey: key, path: '', body: Buffer.alloc(0) };
    const { key: record } = idempotencyClaim(updateStory, principal, sent, new Date());
    const past = { freeAt: Date.now() };
    await commit(workspace.database, [{ update: record, with: { set: past }, if: 'present' }]);

    const answer = await send(first, { title: 'Second' }, key);
    expect([answer.status, answer.headers.has('idempotent-replayed')]).toEqual([200, false]);
    expectRefusal(await send(first, { title: 'Third' }, key), 409, 'idempotency_key_reused');
  });
});
