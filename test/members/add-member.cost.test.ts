import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { DynamoDbProxy } from '../support/dynamodb-proxy.ts';
import { workerService, type WorkerService } from '../support/service.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

let service: WorkerService;
let proxy: DynamoDbProxy;
let workspace: TestWorkspace;
let admin: Person;

beforeAll(async () => {
  ({ service, proxy } = await workerService());
  workspace = await newWorkspace(service);
  admin = await workspace.person('admin');
});

/** What the database is asked for a new member: each call, with how many items it reads and how many it writes. */
async function callsFor(email: string) {
  proxy.reset();
  const { status } = await admin.client.post(`${workspace.path}/members`, { name: 'New', email });
  expect(status).toBe(201);
  return proxy.calls.map(({ operation, body }) => [
    operation,
    Object.values<{ Keys: unknown[] }>(body.RequestItems ?? {}).map(({ Keys }) => Keys.length),
    body.TransactItems?.length ?? 0,
  ]);
}

test('an address that is known elsewhere is read and written in as many calls and items as any other', async () => {
  const elsewhere = await newWorkspace(service);
  const email = `${randomUUID()}@example.com`;
  await elsewhere.operator.addMember({ workspaceId: elsewhere.id, name: 'Known', email, role: 'member' });

  const unknown = await callsFor(`${randomUUID()}@example.com`);
  expect(await callsFor(email)).toEqual(unknown);
});
