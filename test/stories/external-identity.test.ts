import { beforeAll, describe, expect, test } from 'vitest';
import type { Team } from '../../shared/identity/team/team.ts';
import { expectBadFields, expectRefusal } from '../support/answers.ts';
import { newKey, newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';
import { storyApi, type StoryApi } from './story-api.ts';

let workspace: TestWorkspace;
let team: Team;
let other: Team;
let owner: Person;
let outsider: Person;
let api: StoryApi;

beforeAll(async () => {
  workspace = await newWorkspace();
  [team, other] = [await workspace.team(), await workspace.team()];
  owner = await workspace.person('member', [team, other]);
  outsider = await workspace.person('member', [other]);
  api = storyApi(workspace, owner.client);
});

const identity = (externalId = newKey()) => ({
  externalId,
  externalSource: 'github:acme/app',
  externalUrl: `https://github.com/acme/app/issues/${externalId}`,
});
const create = (fields: object) => api.create({ teamId: team.id, ...fields });
const find = async ({ externalId, externalSource }: ReturnType<typeof identity>, client = owner.client) =>
  (await client.get(`${workspace.path}/stories`, { externalId, externalSource })).json.data;

describe("a story's identity in another tool", () => {
  test('is null, or shown with the story and found at once, also archived', async () => {
    expect(await create({})).toMatchObject({ externalId: null, externalSource: null, externalUrl: null });
    const given = identity();
    const story = await create(given);
    expect(story).toMatchObject(given);
    expect(await find(given)).toEqual([story]);
    await api.archive(story.id);
    expect(await find(given)).toHaveLength(1);
    expect(await find(identity())).toEqual([]);
  });

  test('is complete or refused', async () => {
    const { externalUrl: _, ...rest } = identity();
    expectBadFields(await api.send({ teamId: team.id, title: 'A', ...rest }), ['externalUrl']);
    const story = await create(identity());
    const part = { expectedUpdatedAt: story.updatedAt, clearFields: ['externalUrl'] };
    expectBadFields(await api.update(story.id, part), ['externalUrl']);
    const bad = { ...identity(), externalUrl: 'javascript:alert(1)' };
    expectBadFields(await api.send({ teamId: team.id, title: 'A', ...bad }), ['externalUrl']);
  });

  test('belongs to one story: the refusal has its id, for those who can see it', async () => {
    const given = identity();
    const story = await create(given);
    const again = await api.send({ teamId: other.id, title: 'Again', ...given });
    expectRefusal(again, 409, 'conflict');
    expect(again.json.error.resourceId).toBe(story.id);
    const theirs = await storyApi(workspace, outsider.client).send({
      teamId: other.id,
      title: 'A',
      ...given,
    });
    expectRefusal(theirs, 409, 'conflict');
    expect(theirs.text).not.toContain(story.id);
    expect(await find(given, outsider.client)).toEqual([]);
  });

  test('goes to exactly one of several stories that are created with it at once', async () => {
    const given = identity();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => api.send({ teamId: team.id, title: 'A', ...given })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(await find(given)).toHaveLength(1);
  });

  test('is free once its story has another, has none, or is deleted', async () => {
    const [first, second] = [identity(), identity()];
    const story = await create(first);
    const changed = await api.change(story, second);
    expect(await find(first)).toEqual([]);
    expect(await find(second)).toEqual([changed]);
    expect((await create(first)).externalId).toBe(first.externalId);
    const fields = ['externalId', 'externalSource', 'externalUrl'];
    await api.change(changed, { clearFields: fields });
    const next = await create(second);
    expect((await api.delete(next.id)).status).toBe(200);
    expect(await find(second)).toEqual([]);
    expect((await create(second)).externalId).toBe(second.externalId);
  });

  test('moves with its story', async () => {
    const given = identity();
    const story = await create(given);
    const moved = await api.change(story, { teamId: other.id });
    expect(await find(given, outsider.client)).toEqual([moved]);
    const again = await storyApi(workspace, outsider.client).send({ teamId: other.id, title: 'A', ...given });
    expect(again.json.error.resourceId).toBe(story.id);
  });

  test('does not confuse sources and ids that contain one another', async () => {
    const one = { ...identity('b'), externalSource: `${newKey()}#a` };
    await create(one);
    const [source] = one.externalSource.split('#');
    const two = { ...one, externalSource: source!, externalId: 'a#b' };
    expect((await create(two)).externalId).toBe('a#b');
  });

  test('is a filter that is complete, and used alone', async () => {
    expectBadFields(await api.list({ externalId: '1' }), ['query.externalSource']);
    expectBadFields(await api.list({ externalSource: 'x' }), ['query.externalId']);
    const { externalId, externalSource } = identity();
    expectBadFields(await api.list({ externalId, externalSource, q: 'x' }), ['query.q']);
  });
});

test('of two items of a bulk request with one identity the first is made, the second is a conflict that names it', async () => {
  const { client } = owner;
  const twice = identity();
  const item = (fields: object) => ({
    idempotencyKey: newKey(),
    body: { teamId: team.id, title: newKey(), ...fields },
  });
  const items = [item(twice), ...Array.from({ length: 8 }, () => item({})), item(twice), item(identity())];
  const { json, status } = await client.post(`${workspace.path}/bulk/stories`, { items });
  expect(status).toBe(200);
  const outcomes = json.data.items as {
    httpStatus: number;
    id: string | null;
    error?: { code: string; resourceId?: string };
  }[];
  expect(outcomes.map(({ httpStatus }) => httpStatus)).toEqual([
    201,
    ...Array.from({ length: 8 }, () => 201),
    409,
    201,
  ]);
  expect(outcomes[9]!.error).toMatchObject({ code: 'conflict', resourceId: outcomes[0]!.id });
  expect((await find(twice)).map(({ id }: { id: string }) => id)).toEqual([outcomes[0]!.id]);
});
