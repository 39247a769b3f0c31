import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Team } from '../../shared/identity/team/team.ts';
import { expectBadFields, expectRefusal, readAll, readPages } from '../support/answers.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

/** `ids=` on lists: what other resources refer to, looked up in one request. */
let workspace: TestWorkspace;
let team: Team;
let apart: Team;
let admin: Person;
let outsider: Person;

beforeAll(async () => {
  workspace = await newWorkspace();
  [team, apart] = [await workspace.team(), await workspace.team({ private: true })];
  admin = await workspace.person('admin', [team, apart]);
  outsider = await workspace.person('guest', [team]);
});

const newestFirst = (ids: readonly string[]) => ids.toSorted().toReversed();

const idsIn = (found: { id: string }[]) => found.map(({ id }) => id);

async function post(path: string, body?: object): Promise<{ id: string }> {
  const { status, json, text } = await admin.client.post(`${workspace.path}/${path}`, body);
  expect([200, 201], text).toContain(status);
  return json.data;
}

/** Of a noun: one that everyone sees, one of a team apart, and how one is set aside. */
interface Noun {
  make: (team: Team) => Promise<string>;
  setAside: (id: string) => Promise<unknown>;
}

const nouns: Record<string, Noun> = {
  labels: {
    make: async ({ id: teamId }) =>
      (await post('labels', { teamId, name: randomUUID(), color: '#123456' })).id,
    setAside: (id) => post(`labels/${id}/archive`),
  },
  statuses: {
    make: async ({ id: teamId }) =>
      (await post('statuses', { teamId, name: randomUUID(), category: 'started' })).id,
    setAside: (id) => post(`statuses/${id}/archive`),
  },
  members: {
    make: async (of) => (await workspace.person('member', [of])).id,
    setAside: async (id) =>
      await workspace.operator.removeMember((await workspace.operator.getMember(workspace.id, id))!),
  },
};

describe.each(Object.entries(nouns))('the ids filter of %s', (noun, { make, setAside }) => {
  const path = () => `${workspace.path}/${noun}`;
  const list = async (ids: string[], query: Record<string, string | number> = {}, { client } = admin) =>
    idsIn(await readAll(client, path(), { ids: ids.join(','), ...query }));

  test('returns those and no others, newest first, once each, in pages', async () => {
    const [first, , third, fourth] = [await make(team), await make(team), await make(team), await make(team)];
    const ids = [third, first, fourth, third, randomUUID()];
    expect(await list(ids)).toEqual(newestFirst([first, third, fourth]));
    const pages = await readPages(admin.client, path(), { ids: ids.join(','), limit: 2 });
    expect(pages.map(idsIn)).toEqual([newestFirst([third, fourth]), [first]]);
  });

  test('returns also what is archived or removed, so that every id in a story can be resolved', async () => {
    const [kept, gone] = [await make(team), await make(team)];
    await setAside(gone);
    expect(await list([kept, gone])).toEqual(newestFirst([kept, gone]));
    if (noun === 'members') return;
    expect(await list([kept, gone], { archived: 'exclude' })).toEqual([kept]);
    expect(await list([kept, gone], { archived: 'only' })).toEqual([gone]);
  });

  test('leaves out what the caller cannot see, and combines with the other filters', async () => {
    const [near, far] = [await make(team), await make(apart)];
    expect(await list([near, far])).toEqual(newestFirst([near, far]));
    expect(await list([near, far], {}, outsider)).toEqual([near]);
    expect(await list([near, far], { teamId: team.id })).toEqual([near]);
    expect(await list([near, far], { updatedSince: '2999-01-01' })).toEqual([]);
    const refused = await outsider.client.get(path(), { ids: near, teamId: apart.id });
    expectRefusal(refused, 404, 'not_found');
    const elsewhere = await (await newWorkspace()).person('admin');
    const own = elsewhere.client.get(path(), { ids: near });
    expectRefusal(await own, 403, 'workspace_mismatch');
  });

  test('takes a hundred ids, and refuses more, none and invalid ones', async () => {
    const some = Array.from({ length: 101 }, () => randomUUID());
    expect(await list(some.slice(1))).toEqual([]);
    for (const ids of [some.join(','), '', 'x']) {
      expectBadFields(await admin.client.get(path(), { ids }), ['query.ids']);
    }
  });
});

test('the ids filter finds statuses of objectives too, and appliesTo distinguishes them from those of stories', async () => {
  const path = `${workspace.path}/statuses`;
  const own = await nouns['statuses']!.make(team);
  const [{ id }] = await readAll(admin.client, path, { appliesTo: 'objective' });
  const ids = `${own},${id}`;
  expect(idsIn(await readAll(admin.client, path, { ids }))).toEqual(newestFirst([own, id]));
  expect(idsIn(await readAll(admin.client, path, { ids, appliesTo: 'story' }))).toEqual([own]);
  expect(idsIn(await readAll(admin.client, path, { ids, appliesTo: 'objective' }))).toEqual([id]);
});

test('a service account looks up members, labels and statuses by their ids', async () => {
  const { client } = await workspace.serviceAccount([team]);
  for (const [noun, { make }] of Object.entries(nouns)) {
    const id = await make(team);
    expect(idsIn(await readAll(client, `${workspace.path}/${noun}`, { ids: id }))).toEqual([id]);
  }
});
