import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { getHookItem } from '../../shared/planning/hooks/hook-store.ts';
import { statusOf } from '../stories/story-api.ts';
import { expectBadFields, expectRefusal } from '../support/answers.ts';
import { hookApi, newHookWorkspace, type HookWorkspace } from './hook-api.ts';

let place: HookWorkspace;

beforeAll(async () => {
  place = await newHookWorkspace();
});

const body = (fields: object = {}) => ({
  provider: 'github',
  serviceAccountId: place.account.id,
  rules: [place.rule()],
  ...fields,
});

describe('a new hook', () => {
  test('has an address and a secret, which is shown once and stored encrypted', async () => {
    const { status, json } = await place.api.send(body({ rules: [place.rule({ mergedStatusId: null })] }));
    expect(status).toBe(201);
    expect(json.signingSecret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const { id, createdAt } = json.data;
    expect(json.data).toEqual({
      id,
      workspaceId: place.workspace.id,
      provider: 'github',
      name: 'Code',
      serviceAccountId: place.account.id,
      rules: [place.rule({ openedStatusId: null, mergedStatusId: null, closedStatusId: null })],
      path: `/hooks/github/${id}`,
      secretGeneration: 1,
      createdAt,
      updatedAt: createdAt,
    });
    expect((await place.api.get(id)).json).toEqual({ data: json.data });
    const item = await getHookItem(createReader(place.workspace.database), id);
    expect(JSON.stringify(item)).not.toContain(json.signingSecret.slice(6, 40));
  });

  test('is shown without its secret to a request that is sent again', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const first = await place.api.send(body(), headers);
    const again = await place.api.send(body(), headers);
    expect(again.json).toEqual({ data: first.json.data });
  });

  test.each([
    [() => ({ provider: 'bitbucket' }), ['provider']],
    [() => ({ rules: [] }), ['rules']],
    [() => ({ rules: [place.rule(), place.rule()] }), ['rules']],
    [() => ({ rules: Array.from({ length: 51 }, () => ({ teamId: randomUUID() })) }), ['rules']],
    [() => ({ name: '' }), ['name']],
  ])('cannot be of other fields (%#)', async (fields, paths) => {
    expectBadFields(await place.api.send(body(fields())), paths);
  });

  test('acts only as an account of the workspace that may change stories', async () => {
    const reader = await place.workspace.serviceAccount([place.team], ['stories:read']);
    const foreign = await newHookWorkspace();
    for (const serviceAccountId of [reader.id, foreign.account.id, place.admin.id, randomUUID()]) {
      const error = expectRefusal(await place.api.send(body({ serviceAccountId })), 400, 'invalid_reference');
      expect(error.fields).toMatchObject([{ path: 'serviceAccountId' }]);
    }
  });

  test('is only for teams of its creator and its account, and their statuses', async () => {
    const [own, other] = [await place.workspace.team(), await place.otherTeam()];
    const alien = await statusOf(place.workspace, place.admin.client, other, 'completed');
    const rules = [{ teamId: own.id }, place.rule({ openedStatusId: alien, closedStatusId: randomUUID() })];
    const error = expectRefusal(await place.api.send(body({ rules })), 400, 'invalid_reference');
    const paths = (error.fields as { path: string }[]).map(({ path }) => path);
    expect(paths).toEqual(['rules.0.teamId', 'rules.1.openedStatusId', 'rules.1.closedStatusId']);
  });

  test('is made by admins with a token that may change stories', async () => {
    const { workspace, team, admin } = place;
    const member = hookApi(workspace, (await workspace.person('member', [team])).client);
    expectRefusal(await member.send(body()), 403, 'insufficient_role');
    const narrow = await workspace.clientFor(admin.id, { scopes: ['webhooks:manage'] });
    expectRefusal(await hookApi(workspace, narrow).send(body()), 403, 'insufficient_scope');
  });

  test('is one of at most a hundred', async () => {
    const full = await newHookWorkspace();
    for (let n = 0; n < 100; n += 20) await Promise.all(Array.from({ length: 20 }, () => full.hook()));
    await expect.poll(async () => (await full.api.list({ limit: 100 })).json.data.length as number).toBe(100);
    const fields = { provider: 'gitlab', serviceAccountId: full.account.id, rules: [full.rule()] };
    expect(expectRefusal(await full.api.send(fields), 409, 'quota_exceeded').limit).toBe(100);
  });
});
