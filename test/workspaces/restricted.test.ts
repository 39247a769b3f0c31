import { expect, test } from 'vitest';
import { expectRefusal } from '../support/answers.ts';
import { newKey, newWorkspace } from '../support/workspace.ts';

test("an admin's token that is restricted to a team changes nothing of the workspace", async () => {
  const workspace = await newWorkspace();
  const team = await workspace.team();
  const [admin, other] = [await workspace.person('admin', [team]), await workspace.person('member', [team])];
  const client = await workspace.clientFor(admin.id, { teamIds: [team.id] });
  const member = `${workspace.path}/members/${other.id}`;
  const { json } = await client.get(member);

  const refused = [
    await client.post(`${workspace.path}/members`, { email: `${newKey()}@example.com`, name: 'x' }),
    await client.patch(member, { expectedUpdatedAt: json.data.updatedAt, role: 'admin' }),
    await client.delete(member),
    await client.post(`${workspace.path}/labels`, { name: 'x' }),
    await client.post(`${workspace.path}/teams`, { name: 'x', code: 'XX' }),
  ];
  for (const answer of refused) expectRefusal(answer, 403, 'principal_not_supported');
  expect((await client.get(member)).json).toEqual(json);
  expect((await client.post(`${workspace.path}/labels`, { name: 'x', teamId: team.id })).status).toBe(201);
});
