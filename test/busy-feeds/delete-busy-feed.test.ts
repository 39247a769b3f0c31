import { beforeAll, expect, test } from 'vitest';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { readBusyFeeds } from '../../shared/planning/scheduling/busy-feeds/busy-feed-store.ts';
import { expectRefusal } from '../support/answers.ts';
import { databaseOf, sharedService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { newWorkingPlace, type WorkingPlace } from '../working-time/working-place.ts';
import { busyFeedApi } from './busy-feed-api.ts';

let place: WorkingPlace;

beforeAll(async () => void (place = await newWorkingPlace()));

test('people delete their own feeds, admins those of everyone, and no one else does', async () => {
  const { workspace, admin, member, colleague } = place;
  const as = (who: { client: typeof admin.client }) => busyFeedApi(workspace, who.client, member.id);
  for (const who of [member, admin]) {
    const { id } = await as(member).create();
    const refused = await as(colleague).delete(id);
    expect(expectRefusal(refused, 403, 'insufficient_role').requiredRole).toBe('admin');
    expect((await as(who).delete(id)).json.data).toEqual({ id, deleted: true });
    expectRefusal(await as(who).delete(id), 404, 'not_found');
    expect(await as(member).all()).toEqual([]);
  }
});

test('a feed is found under its own member only', async () => {
  const { workspace, admin, member, colleague } = place;
  const { id } = await busyFeedApi(workspace, member.client, member.id).create();
  expectRefusal(await busyFeedApi(workspace, admin.client, colleague.id).delete(id), 404, 'not_found');
});

test('the feeds of a member are deleted when they leave, and are not there when they come back', async () => {
  const { workspace } = place;
  const person = await workspace.person('member');
  const owner = { workspaceId: workspace.id, memberId: person.id };
  const stored = () => readBusyFeeds(createReader(databaseOf(sharedService())), owner);
  await busyFeedApi(workspace, person.client, person.id).create();
  expect(await stored()).toHaveLength(1);
  expect((await place.admin.client.delete(`${workspace.path}/members/${person.id}`)).status).toBe(200);
  await until(async () => (await stored()).length === 0);
});
