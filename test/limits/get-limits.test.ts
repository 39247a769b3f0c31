import { beforeAll, expect, test } from 'vitest';
import { createOperator } from '../../cli/operator.ts';
import type { QuotaName } from '../../shared/kernel/api/limits/quotas.ts';
import { setWorkspaceLimits } from '../../shared/identity/workspaces/set-workspace-limits.ts';
import type { Answer } from '../support/client.ts';
import { workerService, type WorkerService } from '../support/service.ts';
import {
  createStoryAs,
  newKey,
  newWorkspace,
  type Person,
  type TestWorkspace,
} from '../support/workspace.ts';

let service: WorkerService;
let workspace: TestWorkspace;
let admin: Person;

beforeAll(async () => {
  ({ service } = await workerService());
  workspace = await newWorkspace(service);
  admin = await workspace.person('admin', [await workspace.team()]);
});

const setQuota = (name: QuotaName, limit: number | null) =>
  createOperator(workspace.database)
    .within(workspace.id)
    .run(setWorkspaceLimits, { body: { quotas: { [name]: limit } } });

const limitsOf = async ({ client }: Person) => (await client.get(`${workspace.path}/limits`)).json.data;

async function standing(name: QuotaName): Promise<{ limit: number; used: number }> {
  const { quotas } = await limitsOf(admin);
  return quotas.find((quota: { name: string }) => quota.name === name);
}

test('everyone in the workspace sees its limits, and how much of them is used', async () => {
  const [team] = await Promise.all([workspace.team(), workspace.team({ private: true })]);
  const account = await workspace.serviceAccount([team]);
  await createStoryAs(account.client, workspace, { teamId: team.id });
  const guest = await workspace.person('guest');
  const expected = {
    rateLimits: [
      { name: 'credential', limit: 100_000, windowSeconds: 60 },
      { name: 'workspace', limit: 1_000_000, windowSeconds: 60 },
    ],
    writesADay: 10_000_000,
    quotas: [
      { name: 'members', limit: 5_000, used: 2 },
      { name: 'teams', limit: 1_000, used: 3 },
      { name: 'stories', limit: 1_000_000, used: 1 },
      { name: 'relations', limit: 500_000, used: 0 },
      { name: 'views', limit: 10_000, used: 0 },
      { name: 'portals', limit: 100, used: 0 },
      { name: 'endpoints', limit: 1_000, used: 0 },
      { name: 'attachment_megabytes', limit: 10_000, used: 0 },
    ],
  };
  for (const person of [guest, account]) expect(await limitsOf(person)).toEqual(expected);
});

test("limits that an operator sets for the workspace are shown in place of the environment's", async () => {
  await createOperator(workspace.database)
    .within(workspace.id)
    .run(setWorkspaceLimits, { body: { rateLimits: { credential: 50_000 }, quotas: { teams: 7 } } });
  const { rateLimits, quotas } = await limitsOf(admin);
  expect(rateLimits[0]).toMatchObject({ name: 'credential', limit: 50_000 });
  expect(quotas[1]).toMatchObject({ name: 'teams', limit: 7 });
  await setQuota('teams', null);
});

let names = 0;
const creations: Record<QuotaName, () => Promise<Answer>> = {
  members: () => admin.client.post(`${workspace.path}/members`, { name: 'Somebody' }),
  teams: () => admin.client.post(`${workspace.path}/teams`, { name: `Team ${names}`, code: `QU${names++}` }),
  stories: async () => {
    const { json } = await admin.client.get(`${workspace.path}/teams`);
    const body = { title: 'A story', teamId: json.data[0].id };
    return await admin.client.post(`${workspace.path}/stories`, body, { 'idempotency-key': newKey() });
  },
  relations: async () => {
    const { json } = await admin.client.get(`${workspace.path}/teams`);
    const made = await Promise.all(
      [1, 2].map(() => createStoryAs(admin.client, workspace, { teamId: json.data[0].id })),
    );
    const body = { type: 'blocks', relatedStoryId: made[1]!.id };
    return await admin.client.post(`${workspace.path}/stories/${made[0]!.id}/relations`, body);
  },
  views: () => admin.client.post(`${workspace.path}/views`, { name: 'A view' }),
  portals: () =>
    admin.client.post(`${workspace.path}/portals`, { name: `Ideas of ${workspace.slug} ${names++}` }),
  endpoints: () =>
    admin.client.post(`${workspace.path}/webhook-endpoints`, {
      name: 'Receiver',
      url: 'https://inbox.plotline.test/hook',
      subscriptions: ['story.created'],
    }),
  attachment_megabytes: async () => {
    const { json } = await admin.client.get(`${workspace.path}/stories`, { limit: 1 });
    const body = { name: 'log.txt', contentType: 'text/plain', size: 1_000_000 };
    return await admin.client.post(`${workspace.path}/stories/${json.data[0].id}/attachments`, body);
  },
};

test.each(Object.keys(creations) as QuotaName[])(
  'a workspace beyond its quota of %s gets 409 with the quota and its limit, until it is raised',
  async (name) => {
    const { used } = await standing(name);
    await setQuota(name, used + 1);
    await service.streamsIdle();
    const create = creations[name];
    expect((await create()).status).toBe(201);
    await service.streamsIdle();
    expect(await standing(name)).toMatchObject({ limit: used + 1, used: used + 1 });
    const refused = await create();
    expect(refused.status).toBe(409);
    expect(refused.json.error).toMatchObject({ code: 'quota_exceeded', quota: name, limit: used + 1 });
    await setQuota(name, null);
    expect((await create()).status).toBe(201);
  },
);

test('deleted items no longer count', async () => {
  const { used } = await standing('portals');
  const { json } = await creations.portals();
  await setQuota('portals', used + 1);
  await service.streamsIdle();
  expect((await creations.portals()).status).toBe(409);
  await admin.client.delete(`${workspace.path}/portals/${json.data.id}`);
  await service.streamsIdle();
  expect((await creations.portals()).status).toBe(201);
});
