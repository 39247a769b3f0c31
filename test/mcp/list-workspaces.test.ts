import { expect, test } from 'vitest';
import { addressOf, newWorkspace } from '../support/workspace.ts';
import { connectedClient } from './mcp-client.ts';

test('list_workspaces lists the workspaces of the user, the newest first, with the role and id they have there', async () => {
  const first = await newWorkspace();
  const person = await first.person('member');
  const [email, name] = [await addressOf(first, person.id), 'The same'];
  const second = await newWorkspace();
  const there = await second.operator.addMember({ workspaceId: second.id, email, name, role: 'admin' });
  await second.person('admin');
  const client = await connectedClient(person);

  expect(await client.use('list_workspaces', {})).toEqual({
    data: [
      { id: second.id, name: second.name, slug: second.slug, role: 'admin', memberId: there.id },
      { id: first.id, name: first.name, slug: first.slug, role: 'member', memberId: person.id },
    ],
  });

  await second.operator.removeMember((await second.operator.getMember(second.id, there.id))!);
  const { data } = await client.use('list_workspaces', {});
  expect(data.map(({ id }: { id: string }) => id)).toEqual([first.id]);
});

test('list_workspaces returns pages, whose cursors are for this user alone', async () => {
  const workspaces = [await newWorkspace(), await newWorkspace(), await newWorkspace()];
  const person = await workspaces[0]!.person('guest');
  const [email, name] = [await addressOf(workspaces[0]!, person.id), 'The same'];
  for (const { id: workspaceId, operator } of workspaces.slice(1)) {
    await operator.addMember({ workspaceId, email, name, role: 'guest' });
  }
  const client = await connectedClient(person);
  const page = await client.use('list_workspaces', { limit: 2 });
  const rest = await client.use('list_workspaces', { limit: 2, cursor: page.nextCursor });
  const ids = [...page.data, ...rest.data].map(({ id }: { id: string }) => id);
  expect(ids).toEqual(workspaces.map(({ id }) => id).toReversed());
  expect(rest).not.toHaveProperty('nextCursor');

  const other = await connectedClient(await workspaces[0]!.person('guest'));
  const error = await other.refused('list_workspaces', { limit: 2, cursor: page.nextCursor });
  expect(error).toMatchObject({ code: 'invalid_cursor', hint: expect.stringContaining('nextCursor') });
});

test('list_workspaces takes no other arguments', async () => {
  const workspace = await newWorkspace();
  const client = await connectedClient(await workspace.person('member'));
  const error = await client.refused('list_workspaces', { workspaceId: workspace.id, limit: 0 });
  expect(error.message).toBe('workspaceId is not a known argument. limit must be at least 1.');
  expect(error.fields).toEqual([
    { path: 'workspaceId', code: 'unknown_field' },
    { path: 'limit', code: 'too_small' },
  ]);
});
