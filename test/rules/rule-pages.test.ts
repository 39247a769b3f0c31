import { beforeAll, expect, test } from 'vitest';
import type { Story } from '../../shared/planning/story/story.ts';
import { statusOf } from '../stories/story-api.ts';
import { signedIn, type Browser, type Shown } from '../support/browser.ts';
import { sharedService } from '../support/service.ts';
import { createStoryAs, newWorkspace } from '../support/workspace.ts';
import { newRuleWorkspace, ruleApi } from './rule-api.ts';

const service = sharedService();
let made: Awaited<ReturnType<typeof newRuleWorkspace>>;
let browser: Browser;
let list: string;

beforeAll(async () => {
  made = await newRuleWorkspace();
  browser = await signedIn(service, made.workspace, made.member);
  list = `/teams/${made.team.id}/rules`;
});

/** The words of a page, without its markup. */
const wordsOf = ({ text }: Pick<Shown, 'text'>): string =>
  text
    .replace(/^[^]*<main/, '<main')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');

const story = (fields: object = {}): Promise<Story> =>
  createStoryAs(made.member.client, made.workspace, { teamId: made.team.id, ...fields });
const read = async (id: string): Promise<Story> =>
  (await made.member.client.get(`${made.workspace.path}/stories/${id}`)).json.data;
const urgent = [{ operation: 'updateStory', input: { storyId: '{{story.id}}', priority: 'urgent' } }];

test('a rule is made of a recipe, read for the last month, switched on, and what it did is taken back', async () => {
  const { workspace, team, ofMember, member } = made;
  const other = await workspace.team({ name: 'Billing' });
  await workspace.operator.joinTeam({ workspaceId: workspace.id, teamId: other.id, principalId: member.id });
  const before = await story({ title: 'An invoice is wrong' });
  await story({ title: 'A door creaks' });
  const page = await browser.open(list);
  expect([page.status, wordsOf(page).includes('No rules yet')]).toEqual([200, true]);
  const recipe = `/teams/${team.id}/rule-recipes/payments`;
  expect(page.text).toContain(`href="${recipe}"`);
  expect(page.text).not.toContain('rule-recipes/answered');
  const form = await browser.open(recipe);
  expect(wordsOf(form)).toContain('Team that gets them Billing');
  const fields = { name: 'Money', if: 'invoice', OTHER_TEAM_ID: other.id };
  // The log has what was just written within moments.
  await expect
    .poll(
      async () =>
        (await ofMember.preview({ teamId: team.id, on: ['story.created'], then: urgent })).json.data.events,
    )
    .toBe(2);
  const preview = await browser.submit(form, recipe, fields);
  expect(preview.status).toBe(200);
  for (const part of [
    'The rule is made and switched off.',
    'It would have run 1 time. It looked at 2 events.',
    `Change · Story ${before.reference} An invoice is wrong`,
    'Billing',
  ])
    expect(wordsOf(preview)).toContain(part);
  expect((await read(before.id)).teamId).toBe(team.id);
  const [rule] = (await ofMember.list()).json.data;
  expect(rule).toMatchObject({ name: 'Money', enabled: false, if: 'invoice', teamId: team.id });
  const at = `${list}/${rule.id}`;
  const switched = await browser.submit(preview, `${at}/switch`);
  expect(wordsOf(switched)).toContain('The rule is saved.');
  expect((await ofMember.read(rule.id)).enabled).toBe(true);
  const [moved, kept] = [await story({ title: 'Second invoice' }), await story({ title: 'Third invoice' })];
  await ofMember.ran(rule.id, 2);
  const { updatedAt, teamId } = await read(kept.id);
  expect(teamId).toBe(other.id);
  const third = await workspace.team({ name: 'Legal' });
  await workspace.operator.joinTeam({ workspaceId: workspace.id, teamId: third.id, principalId: member.id });
  const patch = { expectedUpdatedAt: updatedAt, teamId: third.id };
  await member.client.patch(`${workspace.path}/stories/${kept.id}`, patch);
  expect(wordsOf(await browser.open(list))).toContain('Money On 2 runs');
  expect(wordsOf(await browser.open(at))).toContain('Done');
  const reversal = await browser.open(`${at}/revert`);
  const { reference } = await read(moved.id);
  expect(wordsOf(reversal)).toMatch(new RegExp(`Is taken back Story ${reference} Second invoice : .*Team`));
  expect(wordsOf(reversal)).toContain('Stays, since it was changed afterwards');
  const reverted = await browser.submit(reversal, `${at}/revert`);
  expect(wordsOf(reverted)).toContain('It is taken back.');
  expect((await read(moved.id)).teamId).toBe(team.id);
  const deleted = await browser.submit(await browser.open(at), `${at}/delete`);
  expect([deleted.url.endsWith('?done=deleted'), wordsOf(deleted).includes('The rule is deleted.')]).toEqual([
    true,
    true,
  ]);
  expect((await ofMember.get(rule.id)).status).toBe(404);
});

test('a recipe names what has to be chosen, and writes the words that are typed', async () => {
  const { workspace, team, ofMember } = made;
  const recipe = `/teams/${team.id}/rule-recipes/`;
  const label = await browser.submit(await browser.open(`${recipe}sprint`), `${recipe}sprint`);
  expect([label.status, wordsOf(label).includes('Choose one. If there is none, make it first.')]).toEqual([
    400,
    true,
  ]);
  const form = await browser.open(`${recipe}unblocked`);
  const statusId = await statusOf(workspace, made.member.client, team, 'unstarted');
  await browser.submit(form, `${recipe}unblocked`, {
    UNSTARTED_STATUS_ID: statusId,
    'words-1': 'Weiter, {{assignee.name}}!',
  });
  const [rule] = (await ofMember.list()).json.data;
  expect(rule.then).toEqual([
    { operation: 'updateStory', input: { storyId: '{{story.id}}', statusId } },
    { operation: 'createComment', input: { storyId: '{{story.id}}', content: 'Weiter, {{assignee.name}}!' } },
  ]);
  const page = await browser.open(`${list}/${rule.id}`);
  for (const part of ['Nothing blocks a story any more', 'To Do', 'Weiter, {{assignee.name}}!', 'Acts as'])
    expect(wordsOf(page)).toContain(part);
  expect((await browser.open(`${recipe}unknown`)).status).toBe(404);
});

test('a rule of another person acts with the rights of the reader who switches it on, which its page says', async () => {
  const { workspace, team, ofMember, admin } = made;
  const rule = await ofMember.create({
    teamId: team.id,
    on: ['story.created'],
    then: urgent,
    enabled: false,
  });
  const theirs = await signedIn(service, workspace, admin);
  const at = `${list}/${rule.id}`;
  const page = await theirs.open(at);
  expect(wordsOf(page)).toContain('It then acts with your rights.');
  await theirs.submit(page, `${at}/switch`);
  const on = await ofMember.read(rule.id);
  expect(on).toMatchObject({ enabled: true, runAs: { kind: 'user', id: admin.id } });
  // Whoever has a page from before is told that the rule has changed.
  const stale = await theirs.submit(page, `${at}/switch`);
  expect(stale.status).toBe(409);
  const off = await browser.submit(await browser.open(at), `${at}/switch`);
  expect([off.status, (await ofMember.read(rule.id)).enabled]).toEqual([200, false]);
});

test('the name, filter and texts of a rule are edited on its page, and it then acts as who edits them', async () => {
  const { workspace, team, ofMember, admin } = made;
  const {
    id,
    updatedAt: _,
    ...before
  } = await ofMember.create({
    teamId: team.id,
    on: ['story.created'],
    if: 'priority:high',
    then: [
      { operation: 'updateStory', input: { storyId: '{{story.id}}', priority: 'urgent' } },
      { operation: 'createComment', input: { storyId: '{{story.id}}', content: 'Look at this.\r\nNow.' } },
    ],
    enabled: false,
  });
  const at = `${list}/${id}`;
  const theirs = await signedIn(service, workspace, admin);
  const fields = { name: before.name, if: 'priority:high', 'words-1': 'Look at this.\r\nNow.' };
  const edit = async (changed: Partial<typeof fields>) =>
    await theirs.submit(await theirs.open(at), `${at}/edit`, { ...fields, ...changed });
  const renamed = await edit({ name: 'Renamed' });
  expect([renamed.status, wordsOf(renamed).includes('The rule is saved.')]).toEqual([200, true]);
  expect(await ofMember.read(id)).toMatchObject({ ...before, name: 'Renamed' });
  const refused = await edit({ name: 'Renamed', if: 'status:Nowhere' });
  expect([refused.status, refused.text.includes('value="status:Nowhere"')]).toEqual([400, true]);
  await edit({ name: 'Renamed', 'words-1': 'One.\r\nTwo.' });
  expect(await ofMember.read(id)).toMatchObject({
    name: 'Renamed',
    if: 'priority:high',
    then: [before.then[0], { operation: 'createComment', input: { content: 'One.\nTwo.' } }],
    runAs: { kind: 'user', id: admin.id },
  });
  const stale = await browser.open(at);
  await edit({ name: 'Renamed', if: '', 'words-1': 'One.\r\nTwo.' });
  expect((await ofMember.read(id)).if).toBeNull();
  expect((await browser.submit(stale, `${at}/edit`, { ...fields, name: 'Late' })).status).toBe(409);
});

test('a preview says what would have failed, the same reason once, and shows the story of a comment', async () => {
  const { team, ofMember } = made;
  const { id } = await story({ title: 'A hinge' });
  const then = [
    { operation: 'createComment', input: { storyId: '{{story.id}}', content: 'Oil it' } },
    { operation: 'updateStory', input: { storyId: '{{story.id}}', sprintId: id } },
  ];
  const rule = await ofMember.create({
    teamId: team.id,
    on: ['story.created'],
    if: 'hinge',
    then,
    enabled: false,
  });
  await story({ title: 'A hinge' });
  await expect.poll(async () => (await ofMember.previewStored(rule.id)).json.data.matched).toBe(2);
  const page = await browser.open(`${list}/${rule.id}/preview`);
  const { reference } = await read(id);
  expect(wordsOf(page)).toContain(`Create · Comment ${reference} A hinge`);
  expect(wordsOf(page)).toContain('Would have failed 2 times:');
});

test('guests read no rules, and others none of a team that they are not in or of the workspace', async () => {
  const { workspace, team, ofAdmin } = made;
  const guest = await workspace.person('guest', [team]);
  const page = await (await signedIn(service, workspace, guest)).open(list);
  expect([page.status, wordsOf(page).includes('Your role does not allow this.')]).toEqual([200, true]);
  const whole = await ofAdmin.create({
    on: ['story.created'],
    then: urgent,
    enabled: false,
    name: 'Everywhere',
  });
  expect((await browser.open(list)).text).not.toContain('Everywhere');
  const theirs = await signedIn(service, workspace, made.admin);
  expect(wordsOf(await theirs.open(list))).toContain('Everywhere Off Whole workspace');
  expect((await theirs.open(list)).text).toContain('rule-recipes/answered');
  for (const part of ['', '/preview', '/revert'])
    expect((await browser.open(`${list}/${whole.id}${part}`)).status, part).toBe(404);
  const elsewhere = await newWorkspace();
  const hidden = await elsewhere.team();
  const stranger = await elsewhere.person('member', [hidden]);
  const foreign = await ruleApi(elsewhere, stranger.client).create({
    teamId: hidden.id,
    on: ['story.created'],
    then: urgent,
  });
  expect((await browser.open(`${list}/${foreign.id}`)).status).toBe(404);
  expect((await browser.open(`/teams/${hidden.id}/rules`)).status).toBe(404);
});
