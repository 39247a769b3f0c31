import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { expectBadFields, expectRefusal, expectSameRefusal } from '../support/answers.ts';
import type { Fault } from '../support/dynamodb-proxy.ts';
import { workerService } from '../support/service.ts';
import { newWorkspace } from '../support/workspace.ts';

test('a joined team is shown to every role', async () => {
  const workspace = await newWorkspace();
  const team = await workspace.team({ private: true });
  const readers = [
    await workspace.person('guest', [team]),
    await workspace.person('member', [team]),
    await workspace.person('admin', [team]),
  ];

  for (const { client } of readers) {
    const { status, json } = await client.get(`${workspace.path}/teams/${team.id}`);
    expect([status, json.data]).toEqual([200, { ...team, memberCount: 3 }]);
  }
});

test('a team that is missing, elsewhere, not joined, private or beyond the credential is 404 in the same words', async () => {
  const workspace = await newWorkspace();
  const [joined, open] = [await workspace.team(), await workspace.team()];
  const closed = await workspace.team({ private: true });
  const foreign = await (await newWorkspace()).team();
  const admin = await workspace.person('admin', [joined]);
  const ids = [randomUUID(), open.id, closed.id, foreign.id];
  const answers = await Promise.all(ids.map((id) => admin.client.get(`${workspace.path}/teams/${id}`)));
  const restricted = await workspace.clientFor(admin.id, { teamIds: [open.id] });
  answers.push(await restricted.get(`${workspace.path}/teams/${joined.id}`));

  for (const answer of answers) {
    expectRefusal(answer, 404, 'not_found');
    expectSameRefusal([answer, answers[0]!]);
  }
});

test('an id that is no UUID is refused', async () => {
  const workspace = await newWorkspace();
  const { client } = await workspace.person('guest');

  expectBadFields(await client.get(`${workspace.path}/teams/ENG`), ['path.teamId']);
});

test.each<Fault>(['throttle', 'refuse', 'cut-short'])(
  'the response is a retryable 503 while the database answers every call with: %s',
  async (fault) => {
    const { service, proxy } = await workerService();
    const workspace = await newWorkspace(service);
    const team = await workspace.team();
    const { client } = await workspace.person('guest', [team]);
    const get = () => client.get(`${workspace.path}/teams/${team.id}`);
    proxy.fault = () => fault;
    const refused = await get();
    proxy.reset();
    expectRefusal(refused, 503, 'service_unavailable');
    expect(refused.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    expect((await get()).status).toBe(200);
  },
);
