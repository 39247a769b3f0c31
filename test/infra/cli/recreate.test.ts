import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commentApi } from '../../comments/comment-api.ts';
import { storyApi } from '../../stories/story-api.ts';
import { newFullWorkspace } from '../../support/full-workspace.ts';
import { newWorkspace } from '../../support/workspace.ts';
import { sharedService } from '../../support/service.ts';
import { comparable, exportInto, filesIn, importFrom, linesIn, type Line } from './recreated.ts';

const envOf = (token: string) => ({ PLOTLINE_URL: sharedService().baseUrl, PLOTLINE_TOKEN: token });

let source: Awaited<ReturnType<typeof newFullWorkspace>>;
let folder: string;

/** A workspace with one of everything, a team with gaps in its numbers, and stories of all kinds. */
beforeAll(async () => {
  source = await newFullWorkspace();
  const { workspace, owner, team, ids } = source;
  const stories = storyApi(workspace, owner.client);
  const post = (path: string, body?: object) => owner.client.request('POST', `${workspace.path}/${path}`, body ? { body } : {});
  await stories.delete((await stories.create({ teamId: team.id })).id);
  const label = ids['labelId']!;
  const child = await stories.create({ teamId: team.id, title: 'Child 🎈', labels: [label], priority: 'high' });
  const parent = await stories.create({ teamId: team.id, description: 'Older **than** nothing' });
  await stories.change(child, { parentId: parent.id });
  const done = linesOf(await owner.client.get(`${workspace.path}/statuses`, { teamId: team.id })).find(
    ({ category }) => category === 'completed',
  )!;
  const review = { teamId: team.id, name: 'In Review', category: 'started', color: '#123456' };
  const statusId = (await post('statuses', review)).json.data.id as string;
  await stories.create({ teamId: team.id, statusId, sprintId: ids['sprintId'], objectiveId: ids['objectiveId'] });
  const finished = await stories.create({ teamId: team.id, statusId: done.id, assigneeId: source.ids['memberId'] });
  await post(`stories/${finished.id}/archive`);
  const comments = commentApi(workspace, child.id, owner.client);
  const root = await comments.create({ imported: { createdAt: '2024-01-01T00:00:00.000Z', authorName: 'Nobody here' } });
  await comments.reply(root, 2);
  await post(`labels/${label}/archive`);
  folder = await exportInto(envOf(owner.token), mkdtempSync(join(tmpdir(), 'plotline-test-')));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const linesOf = ({ json }: { json: any }): Line[] => json.data as Line[];

async function newTarget() {
  const workspace = await newWorkspace();
  const admin = await workspace.person('admin');
  return { workspace, admin, env: envOf(admin.token) };
}

test('an export recreated in an empty workspace exports the same, but for what is stated, and again changes nothing', async () => {
  const target = await newTarget();
  const { code, summary, lines } = await importFrom(folder, target.env);
  const refused = summary.omissions.filter((one: any) => one.field === undefined);
  expect([code, refused]).toEqual([0, []]);
  const copy = await exportInto(target.env);
  const sourceOf = new Map(lines.filter(({ type }) => type === 'made').map(({ from, to }) => [to, from]));
  const before = comparable(folder, (id) => id);
  const after = comparable(copy, (id) => sourceOf.get(id) ?? id);
  const importer = target.admin.id;
  for (const [kind, expected] of Object.entries(before)) {
    const found = after[kind]!.filter(({ id }) => id !== importer);
    expect(found, kind).toEqual(expected);
  }
  expect(filesIn(copy)).toEqual(filesIn(folder));

  const again = await importFrom(folder, target.env);
  expect(again.code).toBe(0);
  expect(again.summary.kinds.filter(({ made }: any) => made > 0)).toEqual([]);
  const third = await exportInto(target.env);
  for (const kind of ['stories', 'comments', 'teams', 'statuses', 'relations'])
    expect(linesIn(third, kind), kind).toEqual(linesIn(copy, kind));
});
