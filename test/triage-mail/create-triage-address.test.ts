import { expect, test } from 'vitest';
import { expectRefusal } from '../support/answers.ts';
import { newKey } from '../support/workspace.ts';
import { newTriageWorkspace, switchIntakeOn } from '../triage/triage-api.ts';

test('an admin creates the address of a team once, and only for a triage', async () => {
  const { workspace, team, admin } = await newTriageWorkspace();
  const at = `${workspace.path}/teams/${team.id}/triage-address`;
  const headers = { 'idempotency-key': newKey() };
  const first = await admin.client.request('POST', at, { headers });
  expect(first.status).toBe(201);
  expect(first.json.data).toMatchObject({ teamId: team.id, createdBy: admin.id });
  expect(first.json.data.address).toMatch(/^[0-9a-f]{32}-[0-9a-f]{30}@triage\.plotline\.test$/);
  expect((await admin.client.request('POST', at, { headers })).json).toEqual(first.json);
  expectRefusal(await admin.client.request('POST', at), 409, 'conflict');

  const other = await workspace.team();
  const beside = `${workspace.path}/teams/${other.id}/triage-address`;
  expectRefusal(await admin.client.request('POST', beside), 409, 'conflict');
  await switchIntakeOn(workspace, (await workspace.person('admin', [other])).client, other);
  const second = await admin.client.request('POST', beside);
  expect(second.json.data.address).not.toBe(first.json.data.address);
  const { json } = await admin.client.get(`${workspace.path}/audit-events`, {
    type: 'triage_address.created',
  });
  expect(json.data).toHaveLength(2);
});
