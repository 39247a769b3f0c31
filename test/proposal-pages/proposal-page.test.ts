import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import {
  holdProposal,
  getProposalItem,
  toProposal,
} from '../../shared/kernel/api/operation/proposal-store.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import type { Story } from '../../shared/planning/story/story.ts';
import { newProposing } from '../proposals/proposal-api.ts';
import { statusOf, storyApi, type StoryApi } from '../stories/story-api.ts';
import { signedIn, type Browser, type Shown } from '../support/browser.ts';
import { planningApi } from '../support/planning.ts';
import { sharedService } from '../support/service.ts';
import { newKey, newWorkspace, type TestWorkspace } from '../support/workspace.ts';

const service = sharedService();
let workspace: TestWorkspace;
let proposing: Awaited<ReturnType<typeof newProposing>>;
let lead: Browser;
let author: Browser;
let stories: StoryApi;

beforeAll(async () => {
  workspace = await newWorkspace();
  proposing = await newProposing(workspace, [await workspace.team({ name: 'Harbour' })]);
  lead = await signedIn(service, workspace, proposing.lead);
  author = await signedIn(service, workspace, proposing.author);
  stories = storyApi(workspace, proposing.lead.client);
});

const pageOf = (id: string) => `/teams/${proposing.team.id}/proposals/${id}`;

interface Proposed {
  path: string;
  id: string;
  changed: Story;
  made: { id: string };
  changeIds: string[];
}

/** Proposes a change of a story and a new one in one proposal. */
async function propose(patch: object = { title: 'New title' }, story: object = {}): Promise<Proposed> {
  const changed = await stories.create({ teamId: proposing.team.id, title: 'Old title', ...story });
  const set = { 'change-set': randomUUID() };
  const { client, team } = proposing;
  const body = { expectedUpdatedAt: changed.updatedAt, ...patch };
  const { proposal } = (await client.patch(`${workspace.path}/stories/${changed.id}`, body, set)).json;
  const { json } = await client.post(
    `${workspace.path}/stories`,
    { teamId: team.id, title: 'Made by the agent', priority: 'high', parentId: changed.id },
    { ...set, 'idempotency-key': newKey() },
  );
  const { changes } = (await proposing.api.get(proposal.id)).json.data;
  return {
    id: proposal.id,
    path: pageOf(proposal.id),
    changed,
    made: json.data,
    changeIds: changes.map(({ id }: { id: string }) => id),
  };
}

/** The words of a page, without its markup. */
const wordsOf = ({ text }: Pick<Shown, 'text'>): string =>
  text
    .replace(/^[^]*<main/, '<main')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');

test('each change is shown with what it sets, before and after, by names', async () => {
  const plan = planningApi(workspace, proposing.lead.client);
  const [from, to] = [
    await plan.sprint(proposing.team, { name: 'Ebb' }),
    await plan.sprint(proposing.team, { name: 'Flood' }),
  ];
  const label = (
    await proposing.lead.client.post(`${workspace.path}/labels`, {
      teamId: proposing.team.id,
      name: 'rust',
      color: '#aa0000',
    })
  ).json.data;
  const statusId = await statusOf(workspace, proposing.lead.client, proposing.team, 'started');
  const { path, changed } = await propose(
    {
      title: 'New title',
      description: `First line\nSecond, mended\nLast line`,
      sprintId: to.id,
      statusId,
      assigneeId: proposing.lead.id,
      labels: [label.id],
      endDate: '2026-12-24T00:00:00.000Z',
      priority: 'urgent',
    },
    { sprintId: from.id, description: `First line\nSecond\nLast line` },
  );
  const page = await lead.open(path);
  expect(page.status).toBe(200);
  const words = wordsOf(page);
  for (const part of [
    'Change · Story',
    'Title Old title New title',
    'Sprint Ebb Flood',
    'Labels None rust',
    'Due None 24 December 2026',
    'Priority None Urgent',
    'Status',
    'In Progress',
    'Assignee None A member',
    'Before: Second',
    'After: Second, mended',
    'Create · Story Made by the agent',
    `Part of ${changed.reference}`,
  ])
    expect(words).toContain(part);
  expect(words).not.toContain('First line');
  expect(words).not.toContain(statusId);
  expect(page.text).toContain(`href="/stories/${changed.id}"`);
});

test('what is accepted is made, and the page says so and how to take it back', async () => {
  const { path, changed, made, id } = await propose();
  const page = await lead.open(path);
  const accepted = await lead.submit(page, `${path}/accept`);
  expect([accepted.status, wordsOf(accepted).includes('The changes are made.')]).toEqual([200, true]);
  expect((await stories.read(changed.id)).title).toBe('New title');
  expect((await stories.read(made.id)).title).toBe('Made by the agent');
  const { data } = (await proposing.api.get(id)).json;
  expect(data).toMatchObject({ status: 'accepted', decidedBy: proposing.lead.id });
  expect(accepted.text).toContain(data.changeSetId);
  expect(accepted.text).toContain(`href="/stories/${made.id}"`);
  expect(accepted.text.match(/Applied/g)).toHaveLength(2);
  expect(accepted.text).not.toContain(`action="${path}/accept"`);
});

test('a part is accepted, and at least one change has to be ticked', async () => {
  const { path, changed, made, changeIds } = await propose();
  const page = await lead.open(path);
  const fields = Object.fromEntries(changeIds.map((id) => [`changes:${id}`, '']));
  const refused = await lead.submit(page, `${path}/accept`, fields);
  expect(refused.status).toBe(400);
  expect(wordsOf(refused)).toContain('Tick the changes to accept.');
  expect((await stories.read(changed.id)).title).toBe('Old title');
  const part = await lead.submit(page, `${path}/accept`, { [`changes:${changeIds[1]}`]: '' });
  expect(wordsOf(part)).toContain('Partly accepted');
  expect(wordsOf(part)).toContain('Not accepted');
  expect((await stories.read(changed.id)).title).toBe('New title');
  expect((await stories.get(made.id)).status).toBe(404);
});

test('what is proposed after the page was opened is not accepted with it', async () => {
  const set = { 'change-set': randomUUID() };
  const create = async (title: string) =>
    (
      await proposing.client.post(
        `${workspace.path}/stories`,
        { teamId: proposing.team.id, title },
        { ...set, 'idempotency-key': newKey() },
      )
    ).json;
  const first = await create('Read');
  const path = pageOf(first.proposal.id);
  const page = await lead.open(path);
  const later = await create('Slipped in');
  await lead.submit(page, `${path}/accept`);
  expect((await stories.read(first.data.id)).title).toBe('Read');
  expect((await stories.get(later.data.id)).status).toBe(404);
});

test('what has changed since is marked, is a conflict if it is accepted, and the rest is made', async () => {
  const { path, changed, made } = await propose();
  expect(wordsOf(await lead.open(path))).not.toContain('This was changed after it had been proposed.');
  await stories.change(changed, { title: 'Changed meanwhile' });
  const page = await lead.open(path);
  expect(wordsOf(page)).toContain('This was changed after it had been proposed.');
  const some = await lead.submit(page, `${path}/accept`);
  expect(wordsOf(some)).toContain('Some changes are made.');
  expect(wordsOf(some)).toContain('Conflict');
  expect(wordsOf(some)).toContain('It was changed after it had been proposed, so it stays as it is.');
  expect((await stories.read(made.id)).title).toBe('Made by the agent');
  expect((await stories.read(changed.id)).title).toBe('Changed meanwhile');
});

test('if nothing could be made, the page says why and the proposal stays open', async () => {
  const changed = await stories.create({ teamId: proposing.team.id, title: 'Old title' });
  const body = { expectedUpdatedAt: changed.updatedAt, title: 'New title' };
  const { proposal } = (await proposing.client.patch(`${workspace.path}/stories/${changed.id}`, body)).json;
  await stories.change(changed, { title: 'Changed meanwhile' });
  const path = pageOf(proposal.id);
  const none = await lead.submit(await lead.open(path), `${path}/accept`);
  expect(wordsOf(none)).toContain('Nothing was changed. Each change says why');
  expect(none.text).toContain(`action="${path}/accept"`);
});

test('a proposal is rejected with a reason, which its author sees', async () => {
  const { path, changed, id } = await propose();
  // As browsers send the lines of a text.
  const note = 'Not before spring.\r\nAsk again.';
  const rejected = await lead.submit(await lead.open(path), `${path}/reject`, { note });
  expect(wordsOf(rejected)).toContain('The proposal is rejected. Nothing was changed.');
  expect((await proposing.api.get(id)).json.data).toMatchObject({
    status: 'rejected',
    reason: 'Not before spring.\nAsk again.',
  });
  expect(wordsOf(await author.open(path))).toContain('Not before spring.');
  expect((await stories.read(changed.id)).title).toBe('Old title');
});

test('one’s own proposal cannot be accepted, which the page says, and can be withdrawn', async () => {
  const { path, id } = await propose();
  const page = await author.open(path);
  expect(wordsOf(page)).toContain('You proposed this yourself, so someone else has to accept it.');
  expect(page.text).not.toContain(`action="${path}/accept"`);
  expect(page.text).not.toContain('type="checkbox"');
  const [, form_token] = /name="form_token" value="([^"]+)"/.exec(page.text)!;
  const changes = (await proposing.api.get(id)).json.data.changes;
  const sent = { form_token: form_token!, once: 'a', [`changes:${changes[0].id}`]: 'on' };
  const forced = await author.request('POST', `${path}/accept`, sent);
  expect(forced.status).toBe(403);
  expect((await proposing.api.get(id)).json.data.status).toBe('open');
  expect((await lead.open(path)).text).not.toContain(`action="${path}/withdraw"`);
  const withdrawn = await author.submit(page, `${path}/withdraw`);
  expect(wordsOf(withdrawn)).toContain('The proposal is withdrawn. Nothing was changed.');
});

test('what has expired, or is being decided by someone else, says so and changes nothing', async () => {
  const { path, id, changed } = await propose();
  const page = await lead.open(path);
  const { database } = workspace;
  const proposal = toProposal((await getProposalItem(createReader(database), id))!);
  const until = Date.now() + 60_000;
  await commit(database, [holdProposal(proposal, { until, by: undefined }, () => new Error('held'))]);
  const busy = await lead.submit(page, `${path}/accept`);
  expect([busy.status, wordsOf(busy).includes('someone else is deciding it')]).toEqual([409, true]);
  expect(busy.text).toContain(`action="${path}/accept"`);
  await proposing.endHold(id);
  await proposing.expire(id);
  const late = await lead.submit(page, `${path}/reject`, { note: 'Why' });
  expect(late.status).toBe(409);
  expect(wordsOf(late)).toContain('No one decided in time, so nothing was changed.');
  expect(late.text).not.toContain(`action="${path}/accept"`);
  expect((await stories.read(changed.id)).title).toBe('Old title');
});

test('an address says nothing that has not become of the proposal, and names of teams wrap in their direction', async () => {
  const { path } = await propose();
  for (const done of ['all', 'some', 'rejected', 'withdrawn'])
    expect((await lead.open(`${path}?done=${done}`)).text).not.toContain('role="status"');
  const rejected = await lead.submit(await lead.open(path), `${path}/reject`);
  expect(rejected.text).toContain('<span><bdi>Harbour</bdi></span>');
  expect((await lead.open(`${path}?done=all`)).text).not.toContain('role="status"');
});

test('a guest reads a proposal and decides nothing', async () => {
  const guest = await workspace.person('guest', [proposing.team]);
  const { path } = await propose();
  const page = await (await signedIn(service, workspace, guest)).open(path);
  expect([page.status, wordsOf(page).includes('New title')]).toEqual([200, true]);
  expect(page.text).not.toContain(`action="${path}/`);
});

test('a comment is shown with its words and its story, one that is deleted too', async () => {
  const story = await stories.create({ teamId: proposing.team.id });
  const at = `${workspace.path}/stories/${story.id}/comments`;
  const { data } = (await proposing.author.client.post(at, { content: 'It creaks.' })).json;
  const set = { 'change-set': randomUUID() };
  await proposing.client.delete(`${at}/${data.id}`, set);
  const key = { 'idempotency-key': newKey() };
  const { proposal } = (await proposing.client.post(at, { content: 'Oil it.' }, { ...set, ...key })).json;
  const words = wordsOf(await lead.open(pageOf(proposal.id)));
  for (const part of [
    'Delete · Comment',
    'Text It creaks.',
    `Create · Comment ${story.reference}`,
    'Text Oil it.',
  ])
    expect(words).toContain(part);
});

test('a proposal that one may not see is not there, by whichever team it is asked for', async () => {
  const hidden = await workspace.team({ private: true });
  const theirs = await newProposing(workspace, [hidden]);
  const { json } = await theirs.client.post(
    `${workspace.path}/stories`,
    { teamId: hidden.id, title: 'Secret' },
    { 'idempotency-key': newKey() },
  );
  const shown = await lead.open(pageOf(json.proposal.id));
  expect([shown.status, shown.text.includes('Secret')]).toEqual([404, false]);
});
