import { afterAll, beforeAll, expect, test } from 'vitest';
import { newStoryWorkspace } from '../stories/story-api.ts';
import { expectRefusal } from '../support/answers.ts';
import type { ClockedService } from '../support/clocked-service.ts';
import { createClient } from '../support/client.ts';
import { claimApi, startClaimService, type ClaimApi } from './claim-api.ts';

let made: Awaited<ReturnType<typeof newStoryWorkspace>>;
let clocked: ClockedService;
let mine: ClaimApi;
let theirs: ClaimApi;

beforeAll(async () => {
  made = await newStoryWorkspace();
  clocked = await startClaimService();
  const { workspace, team, member } = made;
  mine = claimApi(workspace, createClient(clocked.baseUrl, member.token));
  theirs = claimApi(
    workspace,
    createClient(clocked.baseUrl, (await workspace.person('member', [team])).token),
  );
});
afterAll(() => clocked.stop());

const newStory = () => mine.create({ teamId: made.team.id });
const inSeconds = (seconds: number) => new Date(clocked.now.getTime() + seconds * 1_000).toISOString();

test('a renewal gives the lease its length again, or another one', async () => {
  const story = await newStory();
  const claim = await mine.claim(story, { leaseSeconds: 40 });
  clocked.pass(30_000);
  const { fencingNumber } = claim;
  const renewed = await mine.renew(story, { fencingNumber });
  expect(renewed.json.data).toEqual({ ...claim, expiresAt: inSeconds(40) });
  const longer = await mine.renew(story, { fencingNumber, leaseSeconds: 600 });
  expect(longer.json.data).toEqual({ ...claim, expiresAt: inSeconds(600) });
  clocked.pass(500_000);
  expect((await mine.read(story.id)).claim).toEqual(longer.json.data);
});

test('a lease ends on its own: reads show no claim, others claim the story, and its holder has lost it', async () => {
  const story = await newStory();
  const { fencingNumber } = await mine.claim(story, { leaseSeconds: 30 });
  clocked.pass(29_999);
  expectRefusal(await theirs.send(story), 409, 'claimed');
  clocked.pass(1);
  expect((await mine.read(story.id)).claim).toBeNull();
  expectRefusal(await mine.renew(story, { fencingNumber }), 409, 'claim_lost');
  expectRefusal(await mine.release(story, { fencingNumber }), 409, 'claim_lost');
  const late = { expectedUpdatedAt: story.updatedAt, title: 'Late', fencingNumber };
  expectRefusal(await mine.update(story.id, late), 409, 'claim_lost');

  const next = await theirs.claim(story);
  expect(next.fencingNumber).toBe(fencingNumber + 1);
  expectRefusal(await mine.update(story.id, late), 409, 'claim_lost');
  expectRefusal(await mine.renew(story, { fencingNumber }), 409, 'claim_lost');
});

test('only the holder renews a claim', async () => {
  const story = await newStory();
  const { fencingNumber } = await mine.claim(story);
  expectRefusal(await theirs.renew(story, { fencingNumber }), 409, 'claim_lost');
});

test('a change of the story between read and renewal loses neither', async () => {
  const story = await newStory();
  const { fencingNumber } = await mine.claim(story, { leaseSeconds: 30 });
  const renewals = Promise.all(
    Array.from({ length: 5 }, (_, n) => mine.renew(story, { fencingNumber, leaseSeconds: 100 + n })),
  );
  const changed = await theirs.change(story, { title: 'Renamed meanwhile' });
  for (const { status, text } of await renewals) expect(status, text).toBe(200);
  const read = await mine.read(story.id);
  expect(read).toMatchObject({ title: 'Renamed meanwhile', updatedAt: changed.updatedAt });
  expect(read.claim!.expiresAt >= inSeconds(100)).toBe(true);
});
