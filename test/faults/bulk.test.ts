import { beforeAll, expect, test } from 'vitest';
import type { Story } from '../../shared/planning/story/story.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import { breakAt, breakages, countBreakable } from '../support/breakages.ts';
import { readAll } from '../support/answers.ts';
import type { DynamoDbProxy } from '../support/dynamodb-proxy.ts';
import { workerService, type WorkerService } from '../support/service.ts';
import { newKey, newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';
import { sampledCalls } from '../support/sampling.ts';

/** A bulk request with each of its database calls broken, sent again until every item has gone through. */
let service: WorkerService;
let proxy: DynamoDbProxy;
let workspace: TestWorkspace;
let team: Team;
let member: Person;

beforeAll(async () => {
  ({ service, proxy } = await workerService());
  workspace = await newWorkspace(service);
  team = await workspace.team();
  member = await workspace.person('member', [team]);
});

const newItems = () =>
  Array.from({ length: 4 }, () => ({ idempotencyKey: newKey(), body: { title: newKey(), teamId: team.id } }));
const send = (items: unknown[]) => member.client.post(`${workspace.path}/bulk/stories`, { items });

test.each(breakages)(
  'each item is carried out once when %s, at every call',
  async (breakage, fault, dies) => {
    proxy.reset();
    await send(newItems());
    const calls = countBreakable(proxy.calls, fault);
    for (const broken of sampledCalls(`bulk, ${breakage}`, 1, calls)) {
      const items = newItems();
      breakAt(proxy, broken, fault, dies);
      const first = await send(items);
      proxy.reset();
      for (const { httpStatus } of first.json.data?.items ?? []) expect([201, 503]).toContain(httpStatus);
      const { json } =
        first.status === 200 && first.json.data.items.every(({ data }: { data: unknown }) => data)
          ? first
          : await send(items);
      const shown = json.data.items.map(({ data }: { data: Story }) => data.title);
      expect(shown).toEqual(items.map(({ body }) => body.title));
      const all: Story[] = await readAll(member.client, `${workspace.path}/stories`, { limit: 100 });
      for (const title of shown) expect(all.filter((story) => story.title === title)).toHaveLength(1);
    }
  },
);
