import { beforeAll, expect, test } from 'vitest';
import type { Story } from '../../shared/planning/story/story.ts';
import { changesApi, type ChangeEvent } from '../log/changes-api.ts';
import { historyApi } from '../history/history-api.ts';
import { newStoryWorkspace, statusOf } from '../stories/story-api.ts';
import { expectBadFields, expectRefusal } from '../support/answers.ts';
import { newKey, type Person } from '../support/workspace.ts';
import { claimApi, type ClaimApi } from './claim-api.ts';

let made: Awaited<ReturnType<typeof newStoryWorkspace>>;
let mine: ClaimApi;
let theirs: ClaimApi;
let agent: Person;
let agents: ClaimApi;

beforeAll(async () => {
  made = await newStoryWorkspace();
  const { workspace, team, member } = made;
  mine = claimApi(workspace, member.client);
  theirs = claimApi(workspace, (await workspace.person('member', [team])).client);
  agent = await workspace.serviceAccount([team]);
  agents = claimApi(workspace, agent.client);
});

const newStory = (fields: object = {}): Promise<Story> =>
  made.api.create({ teamId: made.team.id, ...fields });

test('a claim says who works on a story until when; reads show it, and the version stays', async () => {
  const story = await newStory();
  expect(story.claim).toBeNull();
  const before = Date.now();
  const claim = await agents.claim(story, { leaseSeconds: 60 });

  expect(claim).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    storyId: story.id,
    holder: { kind: 'service_account', id: agent.id, name: 'A program' },
    fencingNumber: 1,
    claimedAt: expect.any(String),
    expiresAt: new Date(Date.parse(claim.claimedAt) + 60_000).toISOString(),
  });
  expect(Date.parse(claim.claimedAt)).toBeGreaterThanOrEqual(before);
  expect(await mine.read(story.id)).toEqual({ ...story, claim });
  const { json } = await mine.list({ teamId: made.team.id, limit: 1 });
  expect(json.data).toEqual([{ ...story, claim }]);
});

test('a claimed story is not claimed again, by anyone, and the refusal says who has it until when', async () => {
  const story = await newStory();
  const { holder, expiresAt } = await mine.claim(story);
  for (const api of [mine, theirs, agents]) {
    expect(expectRefusal(await api.send(story), 409, 'claimed')).toMatchObject({ holder, expiresAt });
  }
});

test('one of many concurrent callers gets the story', async () => {
  const story = await newStory();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => [mine, theirs, agents][n % 3]!.send(story)),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  for (const answer of answers.filter(({ status }) => status !== 201)) expectRefusal(answer, 409, 'claimed');
});

test('the number rises with each claim, whatever else happens to the story', async () => {
  let story = await newStory();
  for (const fencingNumber of [1, 2, 3]) {
    const claim = await mine.claim(story);
    expect(claim.fencingNumber).toBe(fencingNumber);
    expect((await mine.release(story, { fencingNumber })).status).toBe(200);
    story = await mine.change(story, { title: `Changed ${fencingNumber}` });
  }
});

test('a repeated request answers with its claim as long as it holds, and never with a later one', async () => {
  const story = await newStory();
  const headers = { 'idempotency-key': newKey() };
  const body = { leaseSeconds: 60 };
  const first = await mine.send(story, body, headers);
  const again = await mine.send(story, body, headers);
  expect(again.json.data).toEqual(first.json.data);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  await mine.release(story, { fencingNumber: 1 });
  expectRefusal(await mine.send(story, body, headers), 409, 'claim_lost');
  await mine.claim(story);
  expectRefusal(await mine.send(story, body, headers), 409, 'claim_lost');
});

test('a lease is 30 seconds to a day', async () => {
  const story = await newStory();
  for (const leaseSeconds of [29, 86_401, 60.5, '60', null]) {
    expectBadFields(await mine.send(story, { leaseSeconds }), ['leaseSeconds']);
  }
  expectBadFields(await mine.send(story, {}), ['leaseSeconds']);
  expect((await mine.send(story, { leaseSeconds: 86_400 })).status).toBe(201);
});

test('stories of other teams do not exist', async () => {
  const outsider = await made.workspace.person('member', [await made.workspace.team()]);
  const api = claimApi(made.workspace, outsider.client);
  const story = await newStory();
  expectRefusal(await api.send(story), 404, 'not_found');
  const { fencingNumber } = await mine.claim(story);
  expectRefusal(await api.renew(story, { fencingNumber }), 404, 'not_found');
  expectRefusal(await api.release(story, { fencingNumber }), 404, 'not_found');
});

test('other callers change neither status, assignee nor sprint; only a person takes over, which history shows', async () => {
  const { workspace, team, member } = made;
  const story = await newStory();
  const { fencingNumber, holder, expiresAt } = await agents.claim(story);
  const statusId = await statusOf(workspace, member.client, team, 'started');
  for (const fields of [{ statusId }, { assigneeId: member.id }]) {
    const answer = await mine.update(story.id, { expectedUpdatedAt: story.updatedAt, ...fields });
    expect(expectRefusal(answer, 409, 'claimed')).toMatchObject({ holder, expiresAt });
  }
  const renamed = await mine.change(story, { title: 'Renamed' });
  expect(renamed.claim).toMatchObject({ fencingNumber });

  const taken = await mine.change(renamed, { statusId, takeOver: true });
  expect(taken).toMatchObject({ statusId, claim: null });
  const late = { expectedUpdatedAt: taken.updatedAt, title: 'Late', fencingNumber };
  expectRefusal(await agents.update(story.id, late), 409, 'claim_lost');
  expectRefusal(await agents.renew(story, { fencingNumber }), 409, 'claim_lost');
  expectRefusal(await agents.release(story, { fencingNumber }), 409, 'claim_lost');

  const entries = await historyApi(workspace, member.client).of(`stories/${story.id}`, 4);
  expect(entries[0]).toMatchObject({ action: 'updated', actor: { id: member.id } });
  expect(entries[0]!.changes).toContainEqual({
    field: 'claim',
    from: expect.objectContaining({ holder }),
    to: null,
  });
  expect(entries[0]!.summary).toContain('took it over from A program');
  expect(entries[2]).toMatchObject({ action: 'claimed', actor: { kind: 'service_account', id: agent.id } });
  expect(entries[2]!.summary).toContain('claimed it until');
});

test('a service account takes over no claim', async () => {
  const { workspace, team, member } = made;
  const story = await newStory();
  await mine.claim(story);
  const statusId = await statusOf(workspace, member.client, team, 'started');
  const body = { expectedUpdatedAt: story.updatedAt, statusId, takeOver: true };
  expectRefusal(await agents.update(story.id, body), 409, 'claimed');
});

test('the holder works on, with the number or without, and completing the story ends the claim', async () => {
  const { workspace, team, member } = made;
  const story = await newStory();
  const { fencingNumber } = await agents.claim(story);
  const started = await statusOf(workspace, member.client, team, 'started');
  const completed = await statusOf(workspace, member.client, team, 'completed');
  const working = await agents.change(story, { statusId: started });
  expect(working.claim).toMatchObject({ fencingNumber });
  const done = await agents.change(working, { statusId: completed, fencingNumber });
  expect(done.claim).toBeNull();
  expect(done.completedAt).not.toBeNull();
  expect((await agents.release(story, { fencingNumber })).json.data).toEqual({
    storyId: story.id,
    fencingNumber,
    released: true,
  });
  expect((await mine.claim(story)).fencingNumber).toBe(2);
});

test('a number that is not of the holding claim is refused, also without a claim and in bulk', async () => {
  const { workspace, member } = made;
  const story = await newStory();
  const body = { expectedUpdatedAt: story.updatedAt, title: 'Changed', fencingNumber: 1 };
  expectRefusal(await mine.update(story.id, body), 409, 'claim_lost');
  await mine.claim(story);
  expectRefusal(await theirs.update(story.id, body), 409, 'claim_lost');
  expectRefusal(await mine.update(story.id, { ...body, fencingNumber: 2 }), 409, 'claim_lost');
  const items = [{ storyId: story.id, body: { ...body, fencingNumber: 7 } }];
  const { json } = await member.client.patch(`${workspace.path}/bulk/stories`, { items });
  expect(json.data.items[0].error.code).toBe('claim_lost');
  expectBadFields(await mine.update(story.id, { expectedUpdatedAt: story.updatedAt, fencingNumber: 1 }), [
    'body',
  ]);
  expect((await mine.change(story, { title: 'Changed', fencingNumber: 1 })).claim).not.toBeNull();
});

test('a move that changes the status of a story that another caller has claimed is refused', async () => {
  const { workspace, team } = made;
  const other = await workspace.team();
  const mover = claimApi(workspace, (await workspace.person('member', [team, other])).client);
  const story = await newStory();
  await agents.claim(story);
  const body = { expectedUpdatedAt: story.updatedAt, teamId: other.id };
  expectRefusal(await mover.update(story.id, body), 409, 'claimed');
  const moved = await mover.change(story, { teamId: other.id, takeOver: true });
  expect(moved).toMatchObject({ teamId: other.id, claim: null });
});

test('claims, renewals and releases are events, in the feed as in the order of the acts', async () => {
  const { workspace, member } = made;
  const story = await newStory();
  const reader = await changesApi(workspace, member.client).reader();
  const claim = await agents.claim(story);
  await agents.release(story, { fencingNumber: claim.fencingNumber });
  await reader.until(({ type, data }) => type === 'story.released' && data.id === story.id);
  const isOne = ({ type, data }: ChangeEvent) => data.id === story.id && type !== 'story.created';
  const events = reader.events.filter(isOne);
  expect(events).toMatchObject([
    {
      type: 'story.claimed',
      actor: { kind: 'service_account', id: agent.id, via: 'rest' },
      data: { id: story.id, updatedAt: story.updatedAt, claim },
      changes: [{ field: 'claim', from: null, to: claim }],
    },
    { type: 'story.released', data: { claim: null }, changes: [{ field: 'claim', from: claim, to: null }] },
  ]);
});

test('others neither archive nor delete a claimed story; its holder does, and who took it over', async () => {
  const [story, taken] = [await newStory(), await newStory()];
  for (const one of [story, taken]) await agents.claim(one);
  for (const answer of [await mine.archive(story.id), await mine.delete(story.id)]) {
    const { hint, holder } = expectRefusal(answer, 409, 'claimed');
    expect(hint).toContain('takeOver');
    expect(holder).toMatchObject({ id: agent.id });
  }
  expect((await agents.archive(story.id)).status).toBe(200);
  expect((await agents.delete(story.id)).status).toBe(200);
  await mine.change(taken, { title: 'Mine now', takeOver: true });
  expect((await mine.delete(taken.id)).status).toBe(200);
});
