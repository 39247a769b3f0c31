import { beforeAll, expect, test } from 'vitest';
import { newStoryWorkspace } from '../stories/story-api.ts';
import { expectBadFields, expectRefusal } from '../support/answers.ts';
import { newKey } from '../support/workspace.ts';
import { claimApi, type ClaimApi } from './claim-api.ts';

let made: Awaited<ReturnType<typeof newStoryWorkspace>>;
let mine: ClaimApi;
let theirs: ClaimApi;

beforeAll(async () => {
  made = await newStoryWorkspace();
  const { workspace, team, member } = made;
  mine = claimApi(workspace, member.client);
  theirs = claimApi(workspace, (await workspace.person('member', [team])).client);
});

const newStory = () => mine.create({ teamId: made.team.id });

test('a release ends the claim, and others claim the story', async () => {
  const story = await newStory();
  const { fencingNumber } = await mine.claim(story);
  expectRefusal(await theirs.release(story, { fencingNumber }), 409, 'claim_lost');
  expectRefusal(await mine.release(story, { fencingNumber: fencingNumber + 1 }), 409, 'claim_lost');
  const { status, json } = await mine.release(story, { fencingNumber });
  expect(status).toBe(200);
  expect(json.data).toEqual({ storyId: story.id, fencingNumber, released: true });
  expect(await mine.read(story.id)).toEqual(story);
  expectRefusal(await mine.release(story, { fencingNumber }), 409, 'claim_lost');
  expect((await theirs.claim(story)).fencingNumber).toBe(fencingNumber + 1);
});

test('a repeated release with its key is the same release', async () => {
  const story = await newStory();
  const { fencingNumber } = await mine.claim(story);
  const headers = { 'idempotency-key': newKey() };
  const first = await mine.release(story, { fencingNumber }, headers);
  await theirs.claim(story);
  const again = await mine.release(story, { fencingNumber }, headers);
  expect(again.json.data).toEqual(first.json.data);
  expect((await mine.read(story.id)).claim).not.toBeNull();
});

test('an invalid number is refused with the fault', async () => {
  const story = await newStory();
  for (const fencingNumber of [0, 1.5, '1', null]) {
    expectBadFields(await mine.release(story, { fencingNumber }), ['fencingNumber']);
    expectBadFields(await mine.renew(story, { fencingNumber }), ['fencingNumber']);
  }
});
