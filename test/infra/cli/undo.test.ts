import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { until } from '../../support/until.ts';
import { fileWith, runCli } from './cli.ts';
import { intoEng, json, setUp, untilChanged } from './import-into.ts';

const rows = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ key: `${n}`, title: `Row ${n}`, labels: ['Imported'] }));

test('an import is one change set, which changes lists and undo takes back', async () => {
  const { run, env, stories, list, person, workspace } = await setUp();
  const report = fileWith('report.jsonl', '');
  const args = [json(rows(25)), '--map=key=key', '--create=labels', '--report', report];
  const { changeSetId, created } = await run([...args, ...intoEng]);
  expect(created).toBe(25);
  expect(readFileSync(report, 'utf8').split('\n')[0]).toBe(JSON.stringify({ kind: 'import', changeSetId }));
  const countOf = async () => {
    const { json: answer } = await person.client.get(`${workspace.path}/change-sets/${changeSetId}`);
    return answer.data?.changes.length;
  };
  await until(async () => (await countOf()) === 26);

  const listed = await runCli(['changes', '--json'], env);
  expect(JSON.parse(listed.stdout)[0]).toMatchObject({
    id: changeSetId,
    counts: { 'story.created': 25, 'label.created': 1 },
  });
  expect((await runCli(['changes'], env)).stdout).toContain('25 stories created');

  const dry = await runCli(['undo', changeSetId, '--dry-run'], env);
  expect(dry.code, dry.stderr).toBe(0);
  expect(dry.stdout).toContain('Nothing was changed');
  expect(Object.keys(await stories())).toHaveLength(25);
  const unconfirmed = await runCli(['undo', changeSetId], env);
  expect(unconfirmed.code).toBe(1);
  expect(unconfirmed.stdout + unconfirmed.stderr).not.toContain('Nothing was changed (--dry-run)');
  expect(unconfirmed.stderr).toContain('All of this will be undone. There is no terminal');
  expect(Object.keys(await stories())).toHaveLength(25);

  const undone = await runCli(['undo', changeSetId, '--yes', '--json'], env);
  expect(undone.code, undone.stderr).toBe(0);
  expect(JSON.parse(undone.stdout)).toMatchObject({ dryRun: false, conflicts: [], irreversible: [] });
  expect(await stories()).toEqual({});
  expect(await list('labels')).toEqual([]);
});

test('undo and changes say in their own words what they do not know, with what there is', async () => {
  const { run, env, list, workspace, person } = await setUp();
  const refusalOf = async (...args: string[]) => {
    const { code, stderr } = await runCli(args, env);
    expect(stderr).not.toContain('/api/');
    return [code, stderr];
  };
  expect(await refusalOf('undo', '019aad45-2656-7202-8f07-f41bba4e8298', '--yes')).toEqual([
    1,
    expect.stringContaining(
      'There is no change set 019aad45-2656-7202-8f07-f41bba4e8298 that the token sees',
    ),
  ]);
  const again = [json(rows(2)), '--map=key=key', '--create=labels', ...intoEng];
  await run(again);
  const { changeSetId, created } = await run(again);
  expect(created).toBe(0);
  expect(await refusalOf('undo', changeSetId, '--yes')).toEqual([
    1,
    expect.stringContaining(
      'what changed nothing, such as an import of rows that were there already, has none',
    ),
  ]);
  expect(await refusalOf('undo', 'nope')).toEqual([
    2,
    expect.stringContaining('nope is not the id of a change set; plotline changes lists them'),
  ]);
  expect(await refusalOf('changes', '--since', 'yesterday')).toEqual([
    2,
    expect.stringMatching(/--since.*must be an ISO 8601 date-time/s),
  ]);
  const [{ name }] = (await list<{ name: string }>('members')) as [{ name: string }];
  expect(await refusalOf('changes', '--actor', `${name}x`)).toEqual([
    1,
    expect.stringContaining(`did you mean ${name}`),
  ]);
  expect((await runCli(['changes', '--actor', name], env)).code).toBe(0);
  const { token } = await workspace.tokenFor(person.id, { scopes: ['stories:read'] });
  const unlisted = await runCli(['changes', '--actor', name], { ...env, PLOTLINE_TOKEN: token });
  expect([unlisted.code, unlisted.stderr]).toEqual([1, expect.stringContaining('members:read')]);
});

test('changes shows a set that goes on over several pages once', async () => {
  const actor = { kind: 'member', id: '019aad45-2656-7202-8f07-f41bba4e8298' };
  const id = '0f8fad5b-d9cb-469f-a165-70867728950e';
  const part = (minute: number, counts: object) => {
    const at = `2026-11-20T10:0${minute}:00.000Z`;
    return { id, actor, startedAt: at, endedAt: at, counts };
  };
  const pages: Record<string, object> = {
    first: { data: [part(2, { 'story.created': 2 })], meta: { hasMore: true, nextCursor: 'second' } },
    second: {
      data: [part(1, { 'story.created': 3, 'label.created': 1 })],
      meta: { hasMore: false, nextCursor: null },
    },
  };
  const server = createServer(({ url = '' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    const page = pages[searchParams.get('cursor') ?? 'first'];
    response.end(JSON.stringify(pathname === '/api/v1/me' ? { data: { workspaceId: id } } : page));
  });
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const { person } = await setUp();
  const env = { PLOTLINE_TOKEN: person.token };
  const { stdout } = await runCli(['changes', '--json', '--url', `http://127.0.0.1:${port}`], env);
  const [later, earlier] = [part(2, {}), part(1, {})];
  expect(JSON.parse(stdout)).toEqual([
    {
      ...later,
      startedAt: earlier.startedAt,
      counts: { 'story.created': 5, 'label.created': 1 },
    },
  ]);
});

test('undo names what it keeps as people do', async () => {
  const { run, env, person, stories, workspace, list } = await setUp();
  const { changeSetId } = await run([json(rows(2)), '--map=key=key', '--create=labels', ...intoEng]);
  const [story, other] = Object.values(await stories());
  const update = { expectedUpdatedAt: story!.updatedAt, title: 'Mine now' };
  const at = `${workspace.path}/stories/${story!.id}`;
  expect((await person.client.patch(at, update)).status).toBe(200);
  const [label] = await list<{ id: string; updatedAt: string }>('labels');
  const rename = { expectedUpdatedAt: label!.updatedAt, name: 'Renamed' };
  expect((await person.client.patch(`${workspace.path}/labels/${label!.id}`, rename)).status).toBe(200);
  await until(async () => {
    const { json: answer } = await person.client.get(`${workspace.path}/change-sets/${changeSetId}`);
    return answer.data?.changes.length === 3;
  });
  const { stdout } = await runCli(['undo', changeSetId, '--dry-run'], env);
  expect(stdout).toContain(`${story!.reference} Mine now`);
  expect(stdout).toContain('Renamed');
  for (const { id } of [story!, other!, label!]) expect(stdout).not.toContain(id);
});

test('undo names what is kept of a story by that story', async () => {
  const { env, person, workspace, stories, run } = await setUp();
  await run([json(rows(1)), '--map=key=key', '--create=labels', ...intoEng]);
  const [story] = Object.values(await stories());
  const at = `${workspace.path}/stories/${story!.id}`;
  const id = randomUUID();
  const headers = { 'change-set': id };
  const made = await Promise.all([
    person.client.post(`${at}/comments`, { content: 'Said' }, headers),
    person.client.post(`${at}/time-entries`, { minutes: 30, date: '2026-11-02' }, headers),
  ]);
  const [comment, entry] = made.map(({ json: { data } }) => data);
  const changed = await Promise.all([
    person.client.patch(`${at}/comments/${comment.id}`, {
      expectedUpdatedAt: comment.updatedAt,
      content: 'Said again',
    }),
    person.client.patch(`${at}/time-entries/${entry.id}`, {
      expectedUpdatedAt: entry.updatedAt,
      minutes: 45,
    }),
  ]);
  expect(changed.map(({ status }) => status)).toEqual([200, 200]);
  await until(async () => {
    const { json: answer } = await person.client.get(`${workspace.path}/change-sets/${id}`);
    return answer.data?.changes.length === 2;
  });
  const { stdout } = await runCli(['undo', id, '--dry-run'], env);
  expect(stdout.match(new RegExp(`of ${story!.reference} ${story!.title}`, 'g'))).toHaveLength(2);
  for (const one of [story!, comment, entry]) expect(stdout).not.toContain(one.id);
});

test('undo names what it never changes, with what does', async () => {
  const id = '0f8fad5b-d9cb-469f-a165-70867728950e';
  const [ann, design, hook] = [1, 2, 3].map((n) => `019aad45-2656-7202-8f07-f41bba4e829${n}`);
  const reason = 'It cannot be reverted.';
  const irreversible = [
    { resource: 'member', id: ann, reason },
    { resource: 'team', id: design, reason },
    { resource: 'webhook', id: hook, reason },
    { resource: 'story', id: hook, reason: 'It was deleted.' },
  ];
  const outcome = { reverted: [], conflicts: [], irreversible, changeSetId: null, dryRun: true };
  const server = createServer(({ url = '' }, response) => {
    const { pathname } = new URL(url, 'http://localhost');
    const data = pathname.endsWith('/revert')
      ? outcome
      : pathname.endsWith('/me')
        ? { workspaceId: id }
        : pathname.endsWith(`/members/${ann}`)
          ? { name: 'Ann' }
          : pathname.endsWith(`/teams/${design}`)
            ? { name: 'Design' }
            : undefined;
    response.statusCode = data ? 200 : 404;
    response.end(JSON.stringify({ data }));
  });
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const { person } = await setUp();
  const args = ['undo', id, '--dry-run', '--url', `http://127.0.0.1:${port}`];
  const { stdout } = await runCli(args, { PLOTLINE_TOKEN: person.token });
  const lines = stdout.split('\n').map((line) => line.replaceAll(/\s+/g, ' ').trim());
  expect(lines).toContain('member Ann undo changes nothing of this kind; plotline members does');
  expect(lines).toContain('team Design undo changes nothing of this kind; plotline teams does');
  expect(lines).toContain(`webhook ${hook} undo changes nothing of this kind; change it by hand`);
  expect(lines).toContain(`story ${hook} It was deleted.`);
});

test('a dry run of an import changes nothing, and says so', async () => {
  const { env, stories, workspace, person } = await setUp();
  const args = ['import', json(rows(3)), '--map=key=key', '--create=labels', ...intoEng, '--dry-run'];
  const { code, stdout } = await runCli(args, env);
  expect([code, stdout.includes('Nothing was imported')]).toEqual([0, true]);
  const plan = await runCli([...args, '--json'], env);
  expect(JSON.parse(plan.stdout)).toMatchObject({ dryRun: true });
  expect(await stories()).toEqual({});
  const { json: sets } = await person.client.get(`${workspace.path}/change-sets`, { actorId: person.id });
  expect(sets.data).toEqual([]);
});

test('an import that was undone can be imported again, changed or not, and so each time', async () => {
  const set = await setUp();
  const { run, env, stories, list } = set;
  const rows = [
    { key: 'Q-1', title: 'Top', labels: ['Imported'], status: 'Odd', cf: 'a', comments: ['Said'] },
    { key: 'Q-2', title: 'Child', parent: 'Q-1', status: 'Odd', cf: 'b' },
    { key: 'Q-3', title: 'Leaf', parent: 'Q-2', labels: ['Imported'], status: 'Odd', cf: 'c' },
  ];
  const args = ['--map=key=key', '--map=cf.kind=cf', '--create=labels,statuses,fields', ...intoEng];
  const file = json(rows);
  const isWhole = async () => {
    const { Top, Child, Leaf } = await stories();
    expect([Child?.parentId, Leaf?.parentId]).toEqual([Top!.id, Child!.id]);
    expect([Top, Child, Leaf].map((story) => story!.customFields)).toEqual([
      { kind: 'a' },
      { kind: 'b' },
      { kind: 'c' },
    ]);
    for (const noun of ['labels', 'custom-fields']) expect(await list(noun)).toHaveLength(1);
  };
  const undo = async ({ changeSetId }: { changeSetId: string }) => {
    const { code, stderr, stdout } = await runCli(['undo', changeSetId, '--yes', '--json'], env);
    expect(code, stderr).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ conflicts: [], irreversible: [] });
    await until(async () => Object.keys(await stories()).length === 0);
  };
  for (let times = 1; times <= 3; times++) {
    const imported = await run([file, ...args]);
    expect(imported, JSON.stringify(imported)).toMatchObject({ created: 3, refused: 0 });
    await isWhole();
    expect(await run([file, ...args])).toMatchObject({ created: 0, present: 3, refused: 0 });
    await untilChanged(set, imported, 6);
    await undo(imported);
  }
  const renamed = json(rows.map((row) => ({ ...row, description: 'Changed' })));
  expect(await run([renamed, ...args, '--name', 'rows.json'])).toMatchObject({ created: 3, refused: 0 });
  await isWhole();
});

test('a story of an import that was deleted by hand is not imported again with the rest', async () => {
  const { run, stories, person, workspace } = await setUp();
  const args = [json(rows(5)), '--map=key=key', ...intoEng];
  expect(await run(args)).toMatchObject({ created: 5 });
  const { 'Row 1': one } = await stories();
  expect((await person.client.delete(`${workspace.path}/stories/${one!.id}`)).status).toBe(200);
  expect(await run(args)).toMatchObject({ created: 0, present: 4, refused: 1 });
});

test('an import of which undo kept a story adds the others again, and not that one', async () => {
  const set = await setUp();
  const { run, env, stories, person, workspace } = set;
  const args = [json(rows(4)), '--map=key=key', '--create=labels', ...intoEng];
  const { changeSetId } = await run(args);
  await untilChanged(set, { changeSetId }, 5);
  const { 'Row 1': one } = await stories();
  const update = { expectedUpdatedAt: one!.updatedAt, description: 'Mine' };
  expect((await person.client.patch(`${workspace.path}/stories/${one!.id}`, update)).status).toBe(200);
  const { stdout } = await runCli(['undo', changeSetId, '--yes'], env);
  expect(stdout).toContain('description was changed since');
  await until(async () => Object.keys(await stories()).length === 1);
  expect(await run(args)).toMatchObject({ created: 3, present: 1, refused: 0 });
  expect((await stories())['Row 1']).toMatchObject({ id: one!.id, description: 'Mine' });
});
