import { beforeAll, describe, expect, test } from 'vitest';
import type { Team } from '../../shared/identity/teams/team.ts';
import { expectBadFields, expectRefusal } from '../support/answers.ts';
import { until } from '../support/until.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';
import { fieldApi } from './field-api.ts';

let workspace: TestWorkspace;
let team: Team;
let other: Team;
let admin: Person;
let member: Person;
let outsider: Person;
let fields: ReturnType<typeof fieldApi>;

beforeAll(async () => {
  workspace = await newWorkspace();
  [team, other] = [await workspace.team(), await workspace.team()];
  admin = await workspace.person('admin', [team]);
  member = await workspace.person('member', [team]);
  outsider = await workspace.person('member', [other]);
  fields = fieldApi(workspace, admin.client);
});

describe('a custom field', () => {
  test('has what it was created with, and can be read and listed', async () => {
    const { status, json } = await fields.send({
      key: 'severity',
      name: 'Severity',
      type: 'select',
      options: ['Low', 'High'],
      default: 'Low',
      description: 'How much it hurts.',
    });
    expect(status).toBe(201);
    expect(json.data).toMatchObject({
      key: 'severity',
      name: 'Severity',
      type: 'select',
      teamId: null,
      options: ['Low', 'High'],
      required: false,
      default: 'Low',
      description: 'How much it hurts.',
      archivedAt: null,
    });
    expect(await fields.read(json.data.id)).toEqual(json.data);
    await until(async () => {
      const { json: listed } = await fields.list();
      return listed.data.some(({ id }: { id: string }) => id === json.data.id);
    });
  });

  test('gets a key from its name if none is sent', async () => {
    expect((await fields.send({ name: 'Found in (build)', type: 'text' })).json.data.key).toBe(
      'found_in_build',
    );
    expectBadFields(await fields.send({ name: '深刻', type: 'text' }), ['key']);
  });

  test('has a key that no other field of the workspace has, archived or of another team', async () => {
    const taken = await fields.create();
    const again = { key: taken.key, name: 'Again', type: 'number' };
    expectRefusal(await fields.send(again), 409, 'conflict');
    expect((await fields.archive(taken.id)).status).toBe(200);
    expectRefusal(await fields.send(again), 409, 'conflict');
    const hidden = fieldApi(workspace, outsider.client);
    const secret = await hidden.create({ teamId: other.id, name: 'Secret plan' });
    const answer = await fields.send({ ...again, key: secret.key });
    expectRefusal(answer, 409, 'conflict');
    expect(answer.text).not.toContain('Secret plan');
  });

  test('is refused with options, a default or a key that do not fit', async () => {
    const send = (body: object) => fields.send({ name: 'A field', key: 'odd', ...body });
    expectBadFields(await send({ type: 'select' }), ['options']);
    expectBadFields(await send({ type: 'text', options: ['A'] }), ['options']);
    expectBadFields(await send({ type: 'select', options: ['A', 'a'] }), ['options']);
    expectBadFields(await send({ type: 'select', options: ['A'], default: 'B' }), ['default']);
    expectBadFields(await send({ type: 'number', default: 'many' }), ['default']);
    expectBadFields(await send({ type: 'user', default: workspace.id }), ['default']);
    expectBadFields(await send({ type: 'text', key: 'Über' }), ['key']);
    expectBadFields(await send({ type: 'money' }), ['type']);
  });

  test('changes all but key, type and team', async () => {
    const field = await fields.create({ type: 'select', options: ['A'], default: 'A' });
    const { status, json } = await fields.update(field, {
      name: 'Renamed',
      options: ['B', 'A'],
      required: true,
      clearFields: ['default'],
    });
    expect(status).toBe(200);
    expect(json.data).toMatchObject({ name: 'Renamed', options: ['B', 'A'], required: true, default: null });
    expectRefusal(await fields.update(field, { name: 'Late' }), 409, 'version_conflict');
    expectBadFields(await fields.update(json.data, { key: 'another' }), ['key']);
    expectBadFields(await fields.update(json.data, { options: [] }), ['options']);
  });

  test('of a team is set by its members, and one of the workspace by admins', async () => {
    const mine = fieldApi(workspace, member.client);
    const field = await mine.create({ teamId: team.id });
    expect((await mine.update(field, { name: 'Mine' })).status).toBe(200);
    expectRefusal(await mine.send({ name: 'A field', type: 'text' }), 403, 'insufficient_role');
    const shared = await fields.create();
    expectRefusal(await mine.update(shared, { name: 'Mine' }), 403, 'insufficient_role');
    expectRefusal(await mine.archive(shared.id), 403, 'insufficient_role');
  });

  test('of a team does not exist for others', async () => {
    const field = await fields.create({ teamId: team.id });
    const theirs = fieldApi(workspace, outsider.client);
    expectRefusal(await theirs.get(field.id), 404, 'not_found');
    expectRefusal(await theirs.update(field, { name: 'Theirs' }), 404, 'not_found');
    expectRefusal(await theirs.archive(field.id), 404, 'not_found');
    await until(async () => (await fields.list({ teamId: team.id })).text.includes(field.id));
    expect((await theirs.list()).text).not.toContain(field.id);
  });

  test('leaves the lists while it is archived', async () => {
    const field = await fields.create();
    const archived = (await fields.archive(field.id)).json.data;
    expect(archived.archivedAt).toBe(archived.updatedAt);
    await until(async () => (await fields.list({ archived: 'only' })).text.includes(field.id));
    await until(async () => !(await fields.list()).text.includes(field.id));
    expect((await fields.unarchive(field.id)).json.data.archivedAt).toBeNull();
  });
});

test('a workspace has at most fifty custom fields that are not archived', async () => {
  const place = await newWorkspace();
  const owner = await place.person('admin', [await place.team()]);
  const api = fieldApi(place, owner.client);
  const made = await Promise.all(Array.from({ length: 50 }, () => api.create()));
  expectRefusal(await api.send({ name: 'One more', type: 'text' }), 409, 'quota_exceeded');
  await api.archive(made[0]!.id);
  await api.create();
  expectRefusal(await api.unarchive(made[0]!.id), 409, 'quota_exceeded');
});
