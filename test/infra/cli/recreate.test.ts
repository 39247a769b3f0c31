import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { imagePath } from '../../../shared/feedback/portal/image.ts';
import { commentApi } from '../../comments/comment-api.ts';
import { noisyPng } from '../../portals/images.ts';
import { storyApi } from '../../stories/story-api.ts';
import { feedbackApi, PNG } from '../../support/feedback.ts';
import { newFullWorkspace } from '../../support/full-workspace.ts';
import { newWorkspace } from '../../support/workspace.ts';
import { sharedService } from '../../support/service.ts';
import { runCli, startCli } from './cli.ts';
import { comparable, exportInto, filesIn, importFrom, linesIn, newFolder, type Line } from './recreated.ts';

const envOf = (token: string) => ({ PLOTLINE_URL: sharedService().baseUrl, PLOTLINE_TOKEN: token });

const IMAGE = /\/portal-images\/[0-9a-f-]{36}/;

let source: Awaited<ReturnType<typeof newFullWorkspace>>;
let folder: string;

/** A workspace with one of everything, a team with gaps in its numbers, and stories of all kinds. */
beforeAll(async () => {
  source = await newFullWorkspace();
  const { workspace, owner, team, ids } = source;
  const stories = storyApi(workspace, owner.client);
  const post = (path: string, body?: object) =>
    owner.client.request('POST', `${workspace.path}/${path}`, body ? { body } : {});
  const change = async (path: string, fields: object) => {
    const { updatedAt: expectedUpdatedAt } = (await owner.client.get(`${workspace.path}/${path}`)).json.data;
    const answer = await owner.client.patch(`${workspace.path}/${path}`, { expectedUpdatedAt, ...fields });
    expect(answer.status, answer.text).toBe(200);
  };
  await stories.delete((await stories.create({ teamId: team.id })).id);
  const label = ids['labelId']!;
  const child = await stories.create({
    teamId: team.id,
    title: 'Child 🎈',
    labels: [label],
    priority: 'high',
  });
  const parent = await stories.create({ teamId: team.id, description: 'Older **than** nothing' });
  await stories.change(child, { parentId: parent.id });
  const done = linesOf(await owner.client.get(`${workspace.path}/statuses`, { teamId: team.id })).find(
    ({ category }) => category === 'completed',
  )!;
  const review = { teamId: team.id, name: 'In Review', category: 'started', color: '#123456' };
  const statusId = (await post('statuses', review)).json.data.id as string;
  await stories.create({
    teamId: team.id,
    statusId,
    sprintId: ids['sprintId'],
    objectiveId: ids['objectiveId'],
  });
  const finished = await stories.create({
    teamId: team.id,
    statusId: done.id,
    assigneeId: source.ids['memberId'],
  });
  await post(`stories/${finished.id}/archive`);
  const comments = commentApi(workspace, child.id, owner.client);
  const root = await comments.create({
    imported: { createdAt: '2024-01-01T00:00:00.000Z', authorName: 'Nobody here' },
  });
  await comments.reply(root, 2);
  await post(`labels/${label}/archive`);
  await change(`teams/${team.id}`, { intakeEnabled: true, updateEveryDays: 9, reviewRequired: true });
  const waits = await stories.create({ teamId: team.id, triage: true });
  await post(`stories/${waits.id}/triage`, { decision: 'decline' });
  await stories.create({ teamId: team.id, triage: true });
  const activity = { kind: 'thought', body: 'Looks at it' };
  const session = `agent-sessions/${ids['agentSessionId']}/activities`;
  const agent = source.callerOf({ principals: ['service_account'] });
  expect((await agent.post(`${workspace.path}/${session}`, activity)).status).toBe(201);
  expect((await post('banned-visitors', { visitorId: ids['visitorId'] })).status).toBe(201);
  // Its number is never used again.
  await stories.delete((await stories.create({ teamId: team.id })).id);
  // Logged before the member had a time zone, in which it is the next day already.
  await post(`stories/${ids['storyId']}/time-entries`, { minutes: 5, startedAt: '2026-01-05T23:30:00.000Z' });
  const shares = [{ teamId: team.id, percent: 50 }];
  const hours = { timeZone: 'Europe/Berlin', weekly: { friday: [{ start: '08:00', end: '12:00' }] } };
  await owner.client.request('PUT', `${workspace.path}/members/${owner.id}/working-hours`, {
    body: { ...hours, teamShares: shares },
  });
  const at = `portals/${ids['portalId']}`;
  const imageId = ids['imageId']!;
  await change(at, { logoImageId: imageId });
  await change(`${at}/updates/${ids['updateId']}`, {
    coverImageId: imageId,
    body: `Look: ![here](${imagePath(imageId)})`,
  });
  await addPictures(source);
  folder = await exportInto(envOf(owner.token), mkdtempSync(join(tmpdir(), 'plotline-test-')));
});

/** An idea with a small and a large picture, a comment that shows one of these and its own, and a reply that shows that. */
async function addPictures({ workspace, owner, ids }: typeof source) {
  const feedback = feedbackApi(workspace, owner.client);
  const portal = (await owner.client.get(`${workspace.path}/portals/${ids['portalId']}`)).json.data;
  const imported = { createdAt: '2024-01-01T00:00:00.000Z', authorName: 'Ada Lovelace' };
  const shows = (...images: string[]) => images.map((id) => `![It](${imagePath(id)}-1x1)`).join(' and ');
  const elsewhere = () => randomUUID();
  const [small, large, ofComment] = [elsewhere(), elsewhere(), elsewhere()];
  const idea = await feedback.item(portal, { imported, description: shows(small, large) });
  const at = `${workspace.path}/portals/${portal.id}/items/${idea.id}`;
  const post = async (path: string, body: object) => {
    const { status, json, text } = await owner.client.post(`${at}/${path}`, body);
    expect(status, text).toBe(201);
    return json.data;
  };
  const first = await post('images', { data: PNG, replacesImageId: small });
  const data = noisyPng(1_000, 300).toString('base64');
  await post('images', { data, replacesImageId: large });
  const said = await post('comments', { imported, content: shows(first.id, ofComment) });
  const own = { data: PNG, feedbackCommentId: said.id, replacesImageId: ofComment };
  const second = await post('images', own);
  await post('comments', { imported, content: shows(second.id), parentId: said.id });
}

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const linesOf = ({ json }: { json: any }): Line[] => json.data as Line[];

async function newTarget() {
  const workspace = await newWorkspace();
  const admin = await workspace.person('admin');
  return { workspace, admin, env: envOf(admin.token) };
}

/** Exports a workspace that was recreated, and expects the first export but for what is stated. */
async function expectSame({ admin, env }: Awaited<ReturnType<typeof newTarget>>, lines: readonly Line[]) {
  const copy = await exportInto(env);
  const sourceOf = new Map(lines.filter(({ type }) => type === 'made').map(({ from, to }) => [to, from]));
  const after = comparable(copy, (id) => sourceOf.get(id) ?? id);
  for (const kind of Object.keys(after)) after[kind] = after[kind]!.filter(({ id }) => id !== admin.id);
  expect(after).toEqual(comparable(folder, (id) => id));
  expect(filesIn(copy)).toEqual(filesIn(folder));
  const texts = ['feedback-items', 'feedback-comments'].flatMap((kind) => linesIn(copy, kind));
  const pictures = linesIn(folder, 'feedback-images').map(({ id }) => id);
  expect(pictures.filter((id) => JSON.stringify(texts).includes(id))).toEqual([]);
  return copy;
}

test('an export of a workspace with one of everything has lines of every kind, so that none is forgotten below', () => {
  const { counts } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as {
    counts: Record<string, number>;
  };
  // Nothing need have changed meanwhile.
  const { changes: _, ...kinds } = counts;
  expect(Object.keys(kinds).filter((kind) => kinds[kind] === 0)).toEqual([]);
});

test('an export recreated in an empty workspace exports the same, but for what is stated, and again changes nothing', async () => {
  const target = await newTarget();
  const { code, summary, lines } = await importFrom(folder, target.env);
  const refused = summary.omissions.filter((one: any) => one.field === undefined);
  expect([code, refused]).toEqual([0, []]);
  expect(summary.leftOut.map(({ kind }: Line) => kind)).toEqual(
    expect.arrayContaining(['story-history', 'webhook-endpoints', 'feedback-votes']),
  );
  expect(summary.kinds.filter((one: any) => one.resources > 0 && one.made === 0)).toEqual([]);
  const [team] = linesIn(folder, 'teams');
  expect(team).toMatchObject({ sprintCadence: { lengthWeeks: 1 }, nextSequenceId: expect.any(Number) });
  expect(linesIn(folder, 'members').filter(({ workingHours }) => workingHours !== null)).toHaveLength(1);
  expect(linesIn(folder, 'stories').some(({ startedAt }) => startedAt !== null)).toBe(true);
  expect(linesIn(folder, 'portals')[0]!['logoImageId']).toBe(source.ids['imageId']);
  expect(linesIn(folder, 'portal-images')[0]!['data']).toMatch(/^iVBORw0KGgo/);
  const copy = await expectSame(target, lines);

  const again = await importFrom(folder, target.env);
  expect(again.code).toBe(0);
  expect(again.summary.kinds.filter(({ made }: any) => made > 0)).toEqual([]);
  const third = await exportInto(target.env);
  for (const kind of ['stories', 'comments', 'teams', 'statuses', 'relations'])
    expect(linesIn(third, kind), kind).toEqual(linesIn(copy, kind));
});

test('what visitors wrote shows the recreated pictures, their own and those of what they answer', async () => {
  const target = await newTarget();
  await importFrom(folder, target.env);
  const at = `${target.workspace.path}/portals`;
  const get = async (path: string) => (await target.admin.client.get(path)).json.data as Line[];
  const [portal] = await get(at);
  const published = await target.admin.client.patch(`${at}/${portal!.id}`, {
    expectedUpdatedAt: portal!['updatedAt'],
    visibility: 'public',
  });
  expect(published.status).toBe(200);
  const shown = linesIn(folder, 'feedback-items').find(({ description }) => IMAGE.test(description ?? ''))!;
  const items = await get(`${at}/${portal!.id}/items`);
  const idea = items.find(({ description }) => IMAGE.test(description ?? ''))!;
  const imagesOf = (text: string) => [...text.matchAll(new RegExp(IMAGE, 'g'))].map(([path]) => path);
  const statusOf = async (path: string) => (await fetch(`${sharedService().baseUrl}${path}`)).status;
  const comments = await get(`${at}/${portal!.id}/items/${idea.id}/comments`);
  const [ofIdea, [ofReply], ofComment] = [idea['description'], ...comments.map(({ content }) => content)].map(
    imagesOf,
  ) as [string[], string[], string[]];
  expect([ofIdea.length, ofComment[0], ofComment[1]]).toEqual([2, ofIdea[0], ofReply]);
  expect(ofIdea).not.toContain(imagesOf(shown['description'])[0]);
  const paths = [...ofIdea, ofReply!];
  expect(await Promise.all(paths.map(statusOf))).toEqual([200, 200, 200]);
  expect(idea).toMatchObject({ authorKind: 'visitor', authorName: 'Ada Lovelace' });
  expect(comments.map(({ editedAt }) => editedAt)).toEqual([null, null]);
});

test('a recreation that is killed twice is completed by the next run, with nothing twice', async () => {
  const target = await newTarget();
  for (const reached of [/^\d+ of/m, /^[3-9]\d of/m]) {
    const { child, says, ended } = startCli(['import', folder, '--yes'], target.env);
    await says(reached);
    child.kill('SIGKILL');
    await ended;
  }
  const { code, lines } = await importFrom(folder, target.env);
  expect(code).toBe(0);
  await expectSame(target, lines);
});

test('a team whose code is taken is that team, and the report says which numbers its stories have now', async () => {
  const target = await newTarget();
  const { code } = source.team;
  const team = { name: 'Here before', code };
  const { json } = await target.admin.client.post(`${target.workspace.path}/teams`, team);
  const stories = storyApi(target.workspace, target.admin.client);
  await stories.create({ teamId: json.data.id });
  const { lines } = await importFrom(folder, target.env);
  const { id, reference, title } = linesIn(folder, 'stories').at(-1)!;
  const made = lines.find(({ from }) => from === id)!;
  const now = await stories.read(made.to);
  expect([now.title, now.teamId]).toEqual([title, json.data.id]);
  expect(made.note).toBe(`${reference} is ${now.reference}`);
  expect(now.reference).not.toBe(reference);
});

test('a folder that is no whole export is refused', async () => {
  const target = await newTarget();
  const empty = newFolder();
  const refused = await runCli(['import', empty, '--from', 'plotline', '--yes'], target.env);
  expect([refused.code, refused.stderr]).toEqual([
    1,
    `${empty} is not a whole export: run plotline export ${empty} first.\n`,
  ]);
});
