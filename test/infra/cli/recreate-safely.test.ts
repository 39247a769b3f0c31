import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { storyApi } from '../../stories/story-api.ts';
import { sharedService } from '../../support/service.ts';
import { addressOf, newWorkspace } from '../../support/workspace.ts';
import { runCli } from './cli.ts';
import { exportInto, importFrom, linesIn, newFolder, type Line } from './recreated.ts';

const envOf = (token: string) => ({ PLOTLINE_URL: sharedService().baseUrl, PLOTLINE_TOKEN: token });

/** A workspace with an admin, who is in a team. */
async function newPlace(code?: string, isPrivate = false) {
  const workspace = await newWorkspace();
  const team = await workspace.team({ private: isPrivate, ...(code === undefined ? {} : { code }) });
  const admin = await workspace.person('admin', [team]);
  const at = (path: string) => `${workspace.path}/${path}`;
  return {
    workspace,
    team,
    admin,
    env: envOf(admin.token),
    stories: storyApi(workspace, admin.client),
    post: async (path: string, body?: object): Promise<any> =>
      (await admin.client.request('POST', at(path), body ? { body } : {})).json.data,
    get: async (path: string): Promise<any> => (await admin.client.get(at(path))).json.data,
    patch: async (path: string, body: object): Promise<any> =>
      (await admin.client.patch(at(path), body)).json.data,
  };
}

type Place = Awaited<ReturnType<typeof newPlace>>;

let source: Place;
let exported: string;

beforeAll(async () => {
  source = await newPlace();
  const { team, post, patch, stories } = source;
  await stories.create({ teamId: team.id, title: 'Only one' });
  await post('statuses', { teamId: team.id, name: 'Review', category: 'started', isDefault: false });
  const ready = await post('statuses', { teamId: team.id, name: 'Ready', category: 'unstarted' });
  await patch(`statuses/${ready.id}`, { expectedUpdatedAt: ready.updatedAt, isDefault: true });
  const label = await post('labels', { name: 'Bug' });
  await post(`labels/${label.id}/archive`);
  const { id, boards } = await post('portals', {
    name: 'Ideas',
    visibility: 'public',
    boards: [{ name: 'All' }],
  });
  const item = (title: string) => post(`portals/${id}/items`, { title, boardId: boards[0].id });
  const feedback = { shown: await item('Dark mode'), hidden: await item('Spam') };
  const said = await post(`portals/${id}/items/${feedback.shown.id}/comments`, { content: 'Buy this' });
  await patch(`portals/${id}/items/${feedback.shown.id}/comments/${said.id}`, { hidden: true });
  const { updatedAt } = feedback.hidden;
  await patch(`portals/${id}/items/${feedback.hidden.id}`, { expectedUpdatedAt: updatedAt, hidden: true });
  exported = await exportInto(source.env, mkdtempSync(join(tmpdir(), 'plotline-test-')));
}, 120_000);

afterAll(() => rmSync(exported, { recursive: true, force: true }));

/** A copy of the export that a test changes. */
function copyOf(): string {
  const folder = newFolder();
  cpSync(exported, folder, { recursive: true });
  return folder;
}

const write = (folder: string, kind: string, lines: readonly unknown[]) =>
  writeFileSync(join(folder, `${kind}.jsonl`), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));

test('a team that was there keeps its statuses, and its workspace what it has in use', async () => {
  const target = await newPlace(source.team.code);
  const { team, get, post } = target;
  const ours = await post('statuses', { teamId: team.id, name: 'Ours', category: 'started' });
  const label = await post('labels', { name: 'Bug' });
  const shown = (statuses: Line[]) =>
    statuses
      .filter(({ name }) => name !== 'Review' && name !== 'Ready')
      .map(({ id, name, order, color, isDefault }) => ({ id, name, order, color, isDefault }));
  const before = await get(`statuses?teamId=${team.id}`);
  const { code } = await importFrom(copyOf(), target.env);
  expect(code).toBe(0);
  const after: Line[] = await get(`statuses?teamId=${team.id}`);
  expect(shown(after)).toEqual(shown(before));
  expect(after.map(({ name }) => name)).toEqual(expect.arrayContaining([ours.name, 'Review', 'Ready']));
  expect((await get(`labels/${label.id}`)).archivedAt).toBeNull();
});

test('an export puts no one into a private team that was there', async () => {
  const target = await newPlace(source.team.code, true);
  const { workspace, team, get } = target;
  const other = await workspace.person('member');
  const folder = copyOf();
  const [member] = linesIn(folder, 'members');
  const lines = [member, { ...member, id: ID, email: await addressOf(workspace, other.id) }];
  write(folder, 'members', lines);
  write(folder, 'team-members', [{ id: ID, teamId: source.team.id }]);
  const { summary } = await importFrom(folder, target.env);
  const members: Line[] = await get(`members?teamId=${team.id}`);
  expect(members.map(({ id }) => id)).toEqual([target.admin.id]);
  expect(summary.omissions).toContainEqual(expect.objectContaining({ kind: 'team-members', id: ID }));
});

test('what moderators hid stays hidden, portals stay private, and what visitors wrote is not by the team', async () => {
  const target = await newPlace();
  const folder = copyOf();
  const by = { authorKind: 'visitor', authorName: 'Eve' };
  const items = linesIn(folder, 'feedback-items');
  write(
    folder,
    'feedback-items',
    items.map((item) => ({ ...item, ...by })),
  );
  const comments = linesIn(folder, 'feedback-comments');
  write(
    folder,
    'feedback-comments',
    comments.map((comment) => ({ ...comment, ...by })),
  );
  const { summary } = await importFrom(folder, target.env);
  const [portal] = await target.get('portals');
  expect(portal.visibility).toBe('private');
  expect(summary.omissions).toContainEqual(expect.objectContaining({ kind: 'portals', field: 'visibility' }));
  const made: Line[] = await target.get(`portals/${portal.id}/items?hidden=include`);
  expect(Object.fromEntries(made.map(({ title, hidden }) => [title, hidden]))).toEqual({
    'Dark mode': false,
    Spam: true,
  });
  const { id } = made.find(({ title }) => title === 'Dark mode')!;
  const said: Line[] = await target.get(`portals/${portal.id}/items/${id}/comments?hidden=include`);
  expect(said.map(({ hidden, content }) => [hidden, content])).toEqual([[true, 'Buy this']]);
  const facts = { ...by, origin: 'visitor', authorId: target.admin.id };
  expect([...made, ...said]).toEqual(
    Array.from({ length: 3 }, () => expect.objectContaining({ ...facts, importedAt: expect.any(String) })),
  );
  expect(made.map((item) => item['createdAt']).sort()).toEqual(items.map((item) => item['createdAt']).sort());
  expect(said[0]!['createdAt']).toBe(comments[0]!['createdAt']);
});

const ID = '0197a000-0000-7000-8000-000000000001';

/** A line of an attachment of the only story. */
function attachmentOf(folder: string, id: string) {
  const [story] = linesIn(folder, 'stories');
  const shown = { name: 'secret.txt', contentType: 'text/plain', size: 6, state: 'ready', commentId: null };
  return { id, storyId: story!.id, ...shown };
}

test('a link among the files of an export is not followed', async () => {
  const target = await newPlace();
  const folder = copyOf();
  const outside = join(newFolder(), 'secret.txt');
  writeFileSync(outside, 'secret');
  write(folder, 'attachments', [attachmentOf(folder, ID)]);
  mkdirSync(join(folder, 'files'), { recursive: true });
  symlinkSync(outside, join(folder, 'files', `${ID} secret.txt`));
  const { code, summary } = await importFrom(folder, target.env);
  expect(code).toBe(1);
  expect(summary.omissions).toContainEqual(
    expect.objectContaining({ kind: 'attachments', id: ID, reason: expect.stringMatching(/no bytes of it/) }),
  );
});

const deep = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

test.each([
  ['whose id is a path', (folder: string) => JSON.stringify(attachmentOf(folder, '../../Documents/My'))],
  ['that is null', () => 'null'],
  ['that is no JSON', () => '{"id":'],
  [
    'that is nested too deeply',
    (folder: string) => {
      const line = JSON.stringify(attachmentOf(folder, ID));
      return line.replace('"size":6', `"size":${deep(5_000)}`);
    },
  ],
  [
    'that is too long',
    (folder: string) => JSON.stringify({ ...attachmentOf(folder, ID), name: 'x'.repeat(5_000_000) }),
  ],
])('an export with a line %s is refused before anything is made', async (_, lineIn) => {
  const target = await newPlace();
  const folder = copyOf();
  writeFileSync(join(folder, 'attachments.jsonl'), lineIn(folder));
  const { code, stderr } = await runCli(['import', folder, '--yes'], target.env);
  const file = join(folder, 'attachments.jsonl');
  // Under load, Node has once warned of the listeners of a socket, before the sentence.
  const said = stderr
    .split('\n')
    .filter((one) => !/^\(node:\d+\) MaxListeners|^\(Use `node --trace/.test(one));
  expect([code, said]).toEqual([1, [`${file} is damaged: run plotline export again.`, '']]);
  expect(await target.get(`stories?teamId=${target.team.id}`)).toEqual([]);
});

test('a later run reports also what earlier ones left out of what they made', async () => {
  const target = await newPlace();
  const folder = copyOf();
  const first = await importFrom(folder, target.env);
  expect(first.summary.omissions).toContainEqual(
    expect.objectContaining({ kind: 'members', field: 'email' }),
  );
  const again = await importFrom(folder, target.env);
  expect(again.summary.omissions).toEqual(first.summary.omissions);
  expect(again.summary.leftOut).toContainEqual(expect.objectContaining({ kind: 'former references' }));
});

test('a team, a status and a label of which only the notes in a folder say that it made them stay as they are', async () => {
  const target = await newPlace();
  const folder = copyOf();
  const { team, get, post } = target;
  const label = await post('labels', { name: 'Ours' });
  expect((await importFrom(folder, target.env)).code).toBe(0);
  const all = () =>
    Promise.all([
      get(`teams/${team.id}`),
      get(`statuses?teamId=${team.id}&archived=include`),
      get(`labels/${label.id}`),
    ]);
  const before = await all();
  const notes = new DatabaseSync(join(folder, `.plotline-import-${target.workspace.id}.db`));
  const set = notes.prepare('UPDATE made SET id = ?, note = NULL WHERE source = ?');
  const [ourTeam] = linesIn(folder, 'teams');
  set.run(team.id, ourTeam!.id);
  set.run(label.id, linesIn(folder, 'labels')[0]!.id);
  set.run(before[1][0].id, linesIn(folder, 'statuses')[1]!.id);
  notes.exec("DELETE FROM made WHERE kind = 'step'");
  notes.close();
  write(folder, 'team-members', []);
  write(folder, 'teams', [{ ...ourTeam, intakeEnabled: true, updateEveryDays: 3 }]);
  const { summary } = await importFrom(folder, target.env);
  expect(await all()).toEqual(before);
  const left = { kind: 'teams', id: ourTeam!.id, field: 'intakeEnabled and updateEveryDays' };
  expect(summary.omissions).toContainEqual(expect.objectContaining(left));
});

test('what the notes in a folder say of another story, or of what is no story, is not believed', async () => {
  const target = await newPlace();
  const folder = copyOf();
  expect((await importFrom(folder, target.env)).code).toBe(0);
  const [line] = linesIn(folder, 'stories');
  const [portal] = linesIn(folder, 'portals');
  const ours = await target.stories.create({ teamId: target.team.id, title: 'Ours' });
  const notes = new DatabaseSync(join(folder, `.plotline-import-${target.workspace.id}.db`));
  const set = notes.prepare('UPDATE made SET id = ? WHERE source = ?');
  set.run(ours.id, line!.id);
  set.run(ours.id, portal!.id);
  notes.close();
  write(folder, 'stories', [{ ...line, archivedAt: line!['createdAt'] }]);
  const said = { content: 'I agree', parentId: null, createdAt: line!['createdAt'], storyId: line!.id };
  write(folder, 'comments', [{ ...said, id: ID, authorId: ID }]);
  write(folder, 'feedback-items', [{ ...linesIn(folder, 'feedback-items')[0], id: ID }]);
  const { code, summary } = await importFrom(folder, target.env);
  expect(code).toBe(1);
  const reason = 'belongs to what was not recreated';
  for (const kind of ['comments', 'feedback-items'])
    expect(summary.omissions).toContainEqual(expect.objectContaining({ kind, id: ID, reason }));
  expect(await target.get(`stories/${ours.id}`)).toEqual(ours);
  expect(await target.get(`stories/${ours.id}/comments`)).toEqual([]);
});
