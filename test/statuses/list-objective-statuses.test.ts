import { beforeAll, expect, test } from 'vitest';
import { expectBadFields, expectRefusal, readPages } from '../support/answers.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';
import { statusApi } from './status-api.ts';

let workspace: TestWorkspace;
let guest: Person;
let path: string;

beforeAll(async () => {
  workspace = await newWorkspace();
  guest = await workspace.person('guest');
  path = `${workspace.path}/objective-statuses`;
});

test('a new workspace has five, one of them the default', async () => {
  const statuses = await statusApi(workspace, guest.client, null).list();
  expect(statuses.map(({ name, category, isDefault }) => [name, category, isDefault])).toEqual([
    ['Backlog', 'backlog', true],
    ['To Do', 'unstarted', false],
    ['In Progress', 'started', false],
    ['Done', 'completed', false],
    ['Cancelled', 'cancelled', false],
  ]);
  for (const status of statuses) {
    expect(status).toMatchObject({ workspaceId: workspace.id, teamId: null, archivedAt: null });
  }
});

test('is in pages, newest first, and renaming the workspace keeps them', async () => {
  const before = await statusApi(workspace, guest.client, null).list();
  await workspace.operator.renameWorkspace(workspace, 'Renamed');
  const pages = await readPages(guest.client, path, { limit: 2 });

  expect(pages.map((page) => page.length)).toEqual([2, 2, 1]);
  const ids = pages.flat().map(({ id }) => id);
  expect(ids).toEqual(
    before
      .map(({ id }) => id)
      .toSorted()
      .toReversed(),
  );
  const admin = await workspace.person('admin');
  const made = await statusApi(workspace, admin.client, null).create({ isDefault: true });
  const after = await statusApi(workspace, guest.client, null).list();
  expect(after.filter(({ isDefault }) => isDefault)).toEqual([made]);
});

test("shows no team's statuses, and none of another workspace", async () => {
  await workspace.team();
  const other = await newWorkspace();
  const statuses = await statusApi(workspace, guest.client, null).list();
  expect(statuses.every(({ teamId, workspaceId }) => !teamId && workspaceId === workspace.id)).toBe(true);
  expectRefusal(await guest.client.get(`${other.path}/objective-statuses`), 403, 'workspace_mismatch');
});

test('a bad query and a service account are refused', async () => {
  expectBadFields(await guest.client.get(path, { archived: 'maybe', limit: 0 }), [
    'query.archived',
    'query.limit',
  ]);
  expectRefusal(await guest.client.get(path, { cursor: 'x' }), 400, 'invalid_cursor');
  const account = await workspace.serviceAccount();
  expectRefusal(await account.client.get(path), 403, 'principal_not_supported');
});
