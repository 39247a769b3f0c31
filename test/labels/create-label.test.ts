import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Label } from '../../shared/planning/labels/label.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import { expectBadFields, expectRefusal, expectSameRefusal } from '../support/answers.ts';
import type { Client } from '../support/client.ts';
import { newKey, newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

let workspace: TestWorkspace;
let team: Team;
let second: Team;
let member: Person;

beforeAll(async () => {
  workspace = await newWorkspace();
  [team, second] = [await workspace.team(), await workspace.team()];
  member = await workspace.person('member', [team, second]);
});

const send = (body: object, headers: Record<string, string> = {}, client: Client = member.client) =>
  client.post(`${workspace.path}/labels`, body, headers);
const allLabels = () => workspace.operator.listLabels(workspace.id);

/** Does something that is refused, and holds that no label came of it. */
async function withoutNewLabel(act: () => Promise<unknown>) {
  const before = await allLabels();
  await act();
  expect(await allLabels()).toEqual(before);
}

test('a name is enough for a label of the whole workspace', async () => {
  const { status, json } = await send({ name: 'bug' });

  expect(status).toBe(201);
  expect(json.data).toEqual({
    id: expect.any(String),
    workspaceId: workspace.id,
    teamId: null,
    name: 'bug',
    color: '#6366f1',
    createdAt: json.data.updatedAt,
    updatedAt: expect.any(String),
    archivedAt: null,
  });
  expect(await allLabels()).toContainEqual(json.data);
});

test('every field is stored as it was sent', async () => {
  const body = { name: 'Größe 📏', color: '#AbCdEf', teamId: team.id };

  expect((await send(body)).json.data).toMatchObject(body);
});

describe('a name', () => {
  test('is taken once in a team and once in the workspace, whatever its case', async () => {
    const places = [{}, { teamId: team.id }, { teamId: second.id }];
    for (const place of places) expect((await send({ name: 'Feature', ...place })).status).toBe(201);

    await withoutNewLabel(async () => {
      for (const place of places) {
        for (const name of ['Feature', 'feature', 'FEATURE']) {
          expectRefusal(await send({ name, ...place }), 409, 'conflict');
        }
      }
    });
  });

  test('in letters beyond ASCII is compared without their case too', async () => {
    await send({ name: 'Übergröße' });

    expectRefusal(await send({ name: 'übergröße' }), 409, 'conflict');
  });

  test('is taken by one of ten requests at once', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => send({ name: 'Race' })));

    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array<number>(9).fill(409)]);
  });

  test('is free in another workspace', async () => {
    const elsewhere = await newWorkspace();
    const { client } = await elsewhere.person('member');
    await send({ name: 'Shared' });

    expect((await client.post(`${elsewhere.path}/labels`, { name: 'Shared' })).status).toBe(201);
  });
});

test('a team that is missing, not joined, elsewhere or beyond the credential is refused in the same words', async () => {
  const closed = await workspace.team({ private: true });
  const foreign = await (await newWorkspace()).team();
  const restricted = await workspace.clientFor(member.id, { teamIds: [team.id] });
  const answers = await Promise.all(
    [randomUUID(), closed.id, foreign.id].map((teamId) => send({ name: 'Misplaced', teamId })),
  );
  answers.push(await send({ name: 'Misplaced', teamId: second.id }, {}, restricted));

  for (const answer of answers) {
    expectBadFields(answer, ['teamId'], 'invalid_reference');
    expectSameRefusal([answer, answers[0]!]);
  }
  expect((await allLabels()).map(({ name }: Label) => name)).not.toContain('Misplaced');
});

describe('an Idempotency-Key', () => {
  test('is refused for other bytes, and free after a refusal', async () => {
    const headers = { 'idempotency-key': newKey() };
    await send({ name: 'Once' });
    expectRefusal(await send({ name: 'Once' }, headers), 409, 'conflict');
    expect((await send({ name: 'Twice' }, headers)).status).toBe(201);

    await withoutNewLabel(async () => {
      expectRefusal(await send({ name: 'Thrice' }, headers), 409, 'idempotency_key_reused');
      expectRefusal(
        await send({ name: 'x' }, { 'idempotency-key': 'short' }),
        400,
        'invalid_idempotency_key',
      );
    });
  });

  test('shows nothing to a caller who has lost the team', async () => {
    const person = await workspace.person('member', [team]);
    const [body, headers] = [{ name: 'Mine', teamId: team.id }, { 'idempotency-key': newKey() }];
    await send(body, headers, person.client);
    await workspace.operator.leaveTeam({
      workspaceId: workspace.id,
      teamId: team.id,
      principalId: person.id,
    });

    await withoutNewLabel(async () => {
      expectRefusal(await send(body, headers, person.client), 404, 'not_found');
    });
  });
});

test('guests and service accounts make no label', async () => {
  await withoutNewLabel(async () => {
    const guest = await workspace.person('guest', [team]);
    const account = await workspace.serviceAccount([team], ['teams:read']);
    expectRefusal(await send({ name: 'No' }, {}, guest.client), 403, 'insufficient_role');
    expectRefusal(await send({ name: 'No' }, {}, account.client), 403, 'insufficient_scope');
  });
});

test.each<[object, string]>([
  [{}, 'name'],
  [{ name: '' }, 'name'],
  [{ name: ' ' }, 'name'],
  [{ name: 'x'.repeat(121) }, 'name'],
  [{ name: 'tab\there' }, 'name'],
  [{ name: null }, 'name'],
  [{ name: 'x', color: 'blue' }, 'color'],
  [{ name: 'x', color: '#fff' }, 'color'],
  [{ name: 'x', color: null }, 'color'],
  [{ name: 'x', teamId: null }, 'teamId'],
  [{ name: 'x', teamId: 'ENG' }, 'teamId'],
  [{ name: 'x', description: 'y' }, 'description'],
])('a label with %j is refused', async (body, path) => {
  await withoutNewLabel(async () => expectBadFields(await send(body), [path]));
});

test('a name of 120 emoji is stored', async () => {
  const name = '🏷'.repeat(120);

  expect((await send({ name })).json.data.name).toBe(name);
});
