import { beforeAll, expect, test } from 'vitest';
import { expectRefusal } from '../support/answers.ts';
import { newWorkingPlace, type WorkingPlace } from '../working-time/working-place.ts';
import { busyFeedApi } from './busy-feed-api.ts';

let place: WorkingPlace;

beforeAll(async () => void (place = await newWorkingPlace()));

test('feeds come newest first and in pages', async () => {
  const { workspace, member } = place;
  const feeds = busyFeedApi(workspace, member.client, member.id);
  const made = [];
  for (let n = 0; n < 3; n++) made.unshift((await feeds.create()).id);
  const idsOf = ({ json }: { json: any }) => json.data.map(({ id }: { id: string }) => id);
  const first = await feeds.list({ limit: 2 });
  expect(idsOf(first)).toEqual(made.slice(0, 2));
  const next = await feeds.list({ limit: 2, cursor: first.json.meta.nextCursor });
  expect([idsOf(next), next.json.meta.hasMore]).toEqual([made.slice(2), false]);
});

test('addresses and problems are shown to the member and to admins only', async () => {
  const { workspace, admin, member, colleague } = place;
  const { id } = await busyFeedApi(workspace, colleague.client, colleague.id).create();
  for (const [who, isShown] of [
    [colleague, true],
    [admin, true],
    [member, false],
  ] as const) {
    const [feed] = await busyFeedApi(workspace, who.client, colleague.id).all();
    expect([feed!.id, feed!.url === null]).toEqual([id, !isShown]);
    if (!isShown) expect(feed!.problem).toBeNull();
  }
});

test('guests see feeds of members of their teams only, and no one those of other workspaces', async () => {
  const { workspace, team, member } = place;
  const guest = await workspace.person('guest', [team]);
  expect((await busyFeedApi(workspace, guest.client, member.id).list()).status).toBe(200);
  const stranger = await workspace.person('member');
  expectRefusal(await busyFeedApi(workspace, guest.client, stranger.id).list(), 404, 'not_found');
  const { admin: foreign } = await newWorkingPlace();
  const refused = await busyFeedApi(workspace, foreign.client, member.id).list();
  expectRefusal(refused, 403, 'workspace_mismatch');
});
