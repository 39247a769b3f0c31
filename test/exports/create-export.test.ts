import { createHash } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { attachmentApi } from '../attachments/attachment-api.ts';
import { commentApi } from '../comments/comment-api.ts';
import { storyApi } from '../stories/story-api.ts';
import { expectRefusal } from '../support/answers.ts';
import { feedbackApi } from '../support/feedback.ts';
import { until } from '../support/until.ts';
import { timeApi } from '../time-entries/time-api.ts';
import { newTriageWorkspace } from '../triage/triage-api.ts';
import { webhookApi } from '../webhooks/webhook-api.ts';
import { newWorkspace, type Person } from '../support/workspace.ts';
import { exportApi, linesOf, type ExportApi } from './export-api.ts';

let workspace: Awaited<ReturnType<typeof newWorkspace>>;
let team: Awaited<ReturnType<typeof workspace.team>>;
let other: typeof team;
let foreign: typeof team;
let admin: Person;
let exports: ExportApi;

beforeAll(async () => {
  workspace = await newWorkspace();
  [team, other, foreign] = [
    await workspace.team(),
    await workspace.team(),
    await workspace.team({ private: true }),
  ];
  admin = await workspace.person('admin', [team, other]);
  exports = exportApi(workspace, admin.client);
});

test('an export has everything that its creator sees, once, with counts and hashes', async () => {
  const stories = storyApi(workspace, admin.client);
  const [one, two] = [
    await stories.create({ teamId: team.id, title: 'Émigré 🎈' }),
    await stories.create({ teamId: other.id }),
  ];
  const relate = { type: 'blocks', relatedStoryId: two.id };
  await admin.client.post(`${workspace.path}/stories/${one.id}/relations`, relate);
  const comments = commentApi(workspace, one.id, admin.client);
  const comment = await comments.create({ content: 'Said once.' });
  await comments.reply(comment);
  const file = await attachmentApi(workspace, admin.client).attach(one);
  const outsider = await workspace.person('member', [foreign]);
  const unseen = await storyApi(workspace, outsider.client).create({ teamId: foreign.id });

  const asked = await exports.create();
  expect(asked).toMatchObject({ state: 'running', percent: 0, files: [], teamIds: null });
  const made = await exports.ended(asked.id);
  expect(made).toMatchObject({ state: 'ready', percent: 100, leftOut: [], problem: null });
  const lines = await linesOf(exports, made);
  const idsOf = (part: string) => (lines[part] ?? []).map(({ id }) => id);
  expect(lines['stories']!.find(({ id }) => id === one.id)).toEqual({
    ...(await stories.read(one.id)),
    startedAt: null,
  });
  expect(idsOf('stories').sort()).toEqual([one.id, two.id].sort());
  expect(idsOf('teams').sort()).toEqual([team.id, other.id].sort());
  expect(idsOf('comments')).toHaveLength(2);
  expect(idsOf('relations')).toHaveLength(1);
  expect(lines['attachments']).toEqual([file]);
  expect(lines['story-history']!.map(({ action }) => action)).toContain('created');
  expect(idsOf('members')).toContain(outsider.id);
  expect(JSON.stringify(lines)).not.toContain(unseen.id);

  const manifest = JSON.parse((await exports.download(made.id, 'manifest.json')).toString());
  expect(manifest).toMatchObject({ format: 'plotline-export', version: 1, workspaceId: workspace.id });
  expect(manifest.counts).toMatchObject({ stories: 2, comments: 2, relations: 1, portals: 0 });
  expect(manifest.notExported.secrets).toMatch(/never/);
  const settings = JSON.parse((await exports.download(made.id, 'settings.json')).toString());
  expect(settings.workspace).toEqual((await admin.client.get(workspace.path)).json.data);
  expect(settings.tokenPolicy).toEqual((await admin.client.get(`${workspace.path}/token-policy`)).json.data);
  for (const { name, bytes, sha256 } of manifest.files) {
    const content = await exports.download(made.id, name);
    expect([content.length, createHash('sha256').update(content).digest('hex')], name).toEqual([
      bytes,
      sha256,
    ]);
  }
});

test('an export with tables has the rows that people read, with names in place of ids and no formula', async () => {
  const stories = storyApi(workspace, admin.client);
  const custom = { name: 'Severity', type: 'text' };
  const { key } = (await admin.client.post(`${workspace.path}/custom-fields`, custom)).json.data;
  const owned = { name: 'Owned', type: 'user' };
  const owner = (await admin.client.post(`${workspace.path}/custom-fields`, owned)).json.data.key;
  const parent = await stories.create({ teamId: team.id });
  const fields = {
    parentId: parent.id,
    assigneeId: admin.id,
    customFields: { [key]: 'S1', [owner]: admin.id },
  };
  const external = {
    externalSource: 'jira',
    externalId: 'PAY-7',
    externalUrl: 'https://acme.atlassian.net/browse/PAY-7',
  };
  const title = '=SUM(A1), "quoted"';
  const story = await stories.create({ teamId: team.id, title, ...fields, ...external });
  const url = 'https://example.com/plan.pdf';
  await admin.client.post(`${workspace.path}/stories/${story.id}/links`, { url });
  await commentApi(workspace, story.id, admin.client).create({ content: 'Two\nlines' });
  await timeApi(workspace, admin.client).log(story, 90);
  const made = await exports.ended((await exports.create({ teamIds: [team.id], csv: true })).id);
  expect(made).toMatchObject({ csv: true, state: 'ready' });
  const tables = made.files.map((file) => file.name).filter((one) => one.endsWith('.csv'));
  expect(tables).toEqual(['stories-0001.csv', 'time-entries-0001.csv', 'comments-0001.csv']);
  const [all = '', spent = '', said = ''] = await Promise.all(
    tables.map(async (one) => (await exports.download(made.id, one)).toString()),
  );
  const { name } = (await workspace.operator.getMember(workspace.id, admin.id))!;
  const [heading = '', ...rows] = all.trimEnd().split('\r\n');
  expect(heading).toMatch(/^\uFEFFReference,Title,Team,Status,Assignee,.*,owned,severity,Description$/);
  const row = rows.find((text) => text.startsWith(`${story.reference},`))!;
  const begins = [story.reference, `"'=SUM(A1), ""quoted"""`, team.name, 'Backlog', name, name, 'none'];
  expect(row.startsWith(`${begins.join(',')},`), row).toBe(true);
  expect(row).toContain(`,${parent.reference},`);
  expect(row.endsWith(`,PAY-7,${external.externalUrl},${url},${name},S1,`), row).toBe(true);
  expect(said).toContain(`${story.reference},${name},`);
  expect(said).toContain('"Two\nlines"');
  expect(spent).toMatch(new RegExp(`${story.reference},${name},[-0-9]+,90,`));
  const { counts } = JSON.parse((await exports.download(made.id, 'manifest.json')).toString());
  expect([counts.stories, Object.keys(counts).filter((part) => part.endsWith('.csv'))]).toEqual([
    rows.length,
    [],
  ]);
});

test('an export of some teams has nothing of the others', async () => {
  const stories = storyApi(workspace, admin.client);
  const [one, two] = [await stories.create({ teamId: team.id }), await stories.create({ teamId: other.id })];
  const made = await exports.ended((await exports.create({ teamIds: [other.id] })).id);
  const lines = await linesOf(exports, made);
  const ids = lines['stories']!.map(({ id }) => id);
  expect([ids.includes(one.id), ids.includes(two.id)]).toEqual([false, true]);
  expect(lines['teams']!.map(({ id }) => id)).toEqual([other.id]);
});

test('an export is refused for the team of others', async () => {
  const answer = await exports.send({ teamIds: [team.id, foreign.id] });
  expectRefusal(answer, 400, 'invalid_reference');
  expect(answer.json.error.fields[0].path).toBe('teamIds.1');
});

test('an export has no part for which the credential lacks the scope, and says so', async () => {
  const client = await workspace.clientFor(admin.id, {
    scopes: ['workspace:read', 'stories:read', 'teams:read', 'members:read'],
  });
  const api = exportApi(workspace, client);
  const made = await api.ended((await api.create()).id);
  expect(made.leftOut).toEqual(expect.arrayContaining(['comments', 'time-off', 'objective-history']));
  const parts = Object.keys(await linesOf(api, made));
  expect(parts).toEqual(expect.arrayContaining(['stories', 'members']));
  expect(parts.filter((name) => made.leftOut.includes(name))).toEqual([]);
});

test('an export has no secret', async () => {
  const { json } = await webhookApi(workspace, admin.client).send();
  const lines = await linesOf(exports, await exports.ended((await exports.create()).id));
  expect(lines['webhook-endpoints']!.map(({ id }) => id)).toContain(json.data.id);
  const text = JSON.stringify(lines);
  expect(text).not.toContain(json.signingSecret);
  expect(text).not.toContain(admin.token);
});

test('an export has stories in triage, with what belongs to them', async () => {
  const { workspace: place, admin: owner, triaged } = await newTriageWorkspace();
  const story = await triaged();
  const file = await attachmentApi(place, owner.client).attach(story);
  const api = exportApi(place, owner.client);
  const lines = await linesOf(api, await api.ended((await api.create()).id));
  expect(lines['stories-in-triage']!.map(({ id }) => id)).toEqual([story.id]);
  expect(lines['attachments']).toEqual([file]);
  expect(lines['story-history']!.map(({ action }) => action)).toContain('created');
});

test('an export says to which comment of a portal another replies, and so does its event', async () => {
  const own = await newWorkspace();
  const person = await own.person('admin', [await own.team()]);
  const feedback = feedbackApi(own, person.client);
  const portal = await feedback.portal();
  const item = await feedback.item(portal);
  const comment = await feedback.comment(portal, item, person);
  const at = `${feedback.pathOf(portal)}/items/${item.id}/comments`;
  const sent = { content: 'We are on it.', parentId: comment.id };
  const reply = (await person.client.post(at, sent)).json.data;
  expect(reply).toMatchObject({ parentId: comment.id, editedAt: null });
  const query = { since: item.createdAt, type: 'feedback_comment.created' };
  let told: { data: { id: string } }[] = [];
  await until(async () => {
    const { json } = await person.client.get(`${own.path}/changes`, query);
    told = json.data.filter(({ data }: { data: { id: string } }) => data.id === reply.id);
    return told.length > 0;
  });
  expect(told[0]!.data).toEqual(reply);
  const ownExports = exportApi(own, person.client);
  const made = await ownExports.ended((await ownExports.create()).id);
  const lines = await linesOf(ownExports, made);
  expect(lines['feedback-comments']).toEqual([reply, comment]);
});
