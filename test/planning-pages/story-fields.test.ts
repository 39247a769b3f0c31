import { beforeAll, describe, expect, test } from 'vitest';
import type { Team } from '../../shared/identity/team/team.ts';
import { signedIn, newAccount, type Browser } from '../support/browser.ts';
import { planningApi } from '../support/planning.ts';
import { sharedService } from '../support/service.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';
import { statusOf, storyApi, type StoryApi } from '../stories/story-api.ts';

const service = sharedService();
let workspace: TestWorkspace;
let team: Team;
let member: Person;
let colleague: Person;
let browser: Browser;
let stories: StoryApi;

beforeAll(async () => {
  workspace = await newWorkspace();
  team = await workspace.team({ name: 'Harbour' });
  [member, colleague] = [await workspace.person('member', [team]), await workspace.person('member', [team])];
  stories = storyApi(workspace, member.client);
  browser = await signedIn(service, workspace, member);
});

const newStory = (fields: object = {}) => stories.create({ teamId: team.id, ...fields });

describe('the fields of a story', () => {
  test('are changed together, and cleared', async () => {
    const plan = planningApi(workspace, member.client);
    const sprint = await plan.sprint(team);
    const label = (await member.client.post(`${workspace.path}/labels`, { name: 'Wood', color: '#805030' }))
      .json.data as { id: string };
    const story = await newStory({ title: 'Mend the pier' });
    const path = `/stories/${story.id}`;
    const status = await statusOf(workspace, member.client, team, 'started');
    const page = await browser.open(path);
    const saved = await browser.submit(page, `${path}/save`, {
      title: 'Mend both piers',
      description: 'Before **winter**.',
      status,
      assignee: colleague.id,
      priority: 'urgent',
      estimate: '0.5',
      sprint: sprint.id,
      due: '2027-03-01',
      [`labels:${label.id}`]: 'on',
    });
    expect([saved.status, saved.text]).toEqual([200, expect.stringContaining('Your changes are saved.')]);
    expect(await stories.read(story.id)).toMatchObject({
      title: 'Mend both piers',
      description: 'Before **winter**.',
      statusId: status,
      assigneeId: colleague.id,
      priority: 'urgent',
      estimateValue: 0.5,
      sprintId: sprint.id,
      endDate: '2027-03-01T00:00:00.000Z',
      labels: [label.id],
    });
    const empty = { description: '', assignee: '', estimate: '', sprint: '', due: '' };
    await browser.submit(saved, `${path}/save`, { ...empty, priority: 'none' });
    expect(await stories.read(story.id)).toMatchObject({
      description: null,
      assigneeId: null,
      priority: 'none',
      estimateValue: null,
      sprintId: null,
      endDate: null,
      title: 'Mend both piers',
      labels: [label.id],
    });
  });

  test('that someone else has changed since are neither undone nor hidden', async () => {
    const story = await newStory({ title: 'Old', priority: 'low' });
    const path = `/stories/${story.id}`;
    const page = await browser.open(path);
    await stories.change(story, { priority: 'high' });
    const saved = await browser.submit(page, `${path}/save`, { title: 'New' });
    expect([saved.status, saved.text]).toEqual([200, expect.stringContaining('Your changes are saved.')]);
    expect(saved.text).toMatch(/<option value="high"\s+selected/);
    expect(await stories.read(story.id)).toMatchObject({ title: 'New', priority: 'high' });
    const other = await browser.submit(page, `${path}/save`, { due: '2027-03-01' });
    expect(other.text).toContain('Your changes are saved.');
    expect(await stories.read(story.id)).toMatchObject({ title: 'New', priority: 'high' });
  });

  test('that two have changed at once say what the other one has made of them', async () => {
    const story = await newStory({ title: 'Old', priority: 'low' });
    const path = `/stories/${story.id}`;
    const page = await browser.open(path);
    await stories.change(story, { priority: 'high', assigneeId: colleague.id });
    const late = await browser.submit(page, `${path}/save`, { title: 'New', priority: 'urgent' });
    expect(late.text.match(/Now: <strong dir="auto">[^<]*/g)).toEqual(['Now: <strong dir="auto">High']);
    expect([late.status, late.text]).toEqual([
      409,
      expect.stringContaining('The marked fields have changed'),
    ]);
    expect(late.text).toMatch(/id="priority"[^>]*aria-describedby="priority-problem" aria-invalid="true"/);
    expect(late.text).not.toMatch(/id="(title|assignee)"[^>]*aria-invalid/);
    expect(late.text).toMatch(/<option value="urgent"\s+selected/);
    await browser.submit(late, `${path}/save`);
    expect(await stories.read(story.id)).toMatchObject({ title: 'New', priority: 'urgent' });
  });

  test('say at the field what is wrong with it, and keep what was typed', async () => {
    const story = await newStory({ title: 'Kept' });
    const path = `/stories/${story.id}`;
    const refused = await browser.submit(await browser.open(path), `${path}/save`, {
      title: ' ',
      due: '2027-03-01',
    });
    expect(refused.status).toBe(400);
    expect(refused.text).toMatch(/name="title"[^>]*aria-invalid="true" autofocus/s);
    expect(refused.text).toMatch(/<details class="reveal edit" open>/);
    expect(refused.text).toMatch(/name="due"[^>]*value="2027-03-01"/s);
    expect((await stories.read(story.id)).endDate).toBeNull();
  });

  test('that are changed and not saved outlast a comment and a sign-in', async () => {
    const story = await newStory({ title: 'Before' });
    const path = `/stories/${story.id}`;
    const page = await browser.open(path);
    const commented = await browser.submit(page, `${path}/comment`, { content: 'A remark', title: 'After' });
    expect(commented.text).toMatch(/name="title"[^>]*value="After"/s);
    const person = await workspace.person('member', [team]);
    const own = await signedIn(service, workspace, person);
    const shown = await own.open(path);
    own.cookies.delete('__Host-session');
    const asked = await own.submit(shown, `${path}/save`, { priority: 'urgent' });
    const back = await own.submit(asked, '/sign-in', await newAccount(workspace, person));
    expect(back.text).toMatch(/<option value="urgent"\s+selected/);
    expect(back.text).toContain('is not saved yet');
    await browser.submit(commented, `${path}/save`);
    expect(await stories.read(story.id)).toMatchObject({ title: 'After', priority: 'none' });
    expect((await browser.open(path)).text).not.toContain('You wrote this earlier');
  });

  test('are read by guests, who change none', async () => {
    const story = await newStory({ priority: 'high' });
    const guest = await signedIn(service, workspace, await workspace.person('guest', [team]));
    const page = await guest.open(`/stories/${story.id}`);
    expect(page.text).toContain('<dd>High</dd>');
    expect(page.text).not.toMatch(/<select|\/save"/);
  });
});

describe('the board', () => {
  const boardOf = (own: Team) => `/teams/${own.id}`;

  test('takes a new story, once however often the form is sent, into the sprint that is shown', async () => {
    const own = await workspace.team({ name: 'Shipwrights' });
    const person = await workspace.person('member', [own]);
    const window = await signedIn(service, workspace, person);
    const sprint = await planningApi(workspace, person.client).sprint(own);
    const page = await window.open(`${boardOf(own)}?sprint=${sprint.id}`);
    const action = `${boardOf(own)}/stories`;
    const status = await statusOf(workspace, person.client, own, 'started');
    expect(page.text).toMatch(new RegExp(`<option value="${sprint.id}"\\s+selected`));
    const more = {
      sprint: sprint.id,
      assignee: person.id,
      priority: 'high',
      estimate: '3',
      due: '2099-05-01',
    };
    for (const _ of [1, 2]) {
      const fields = { title: 'A keel', description: 'Of *oak*.', status, ...more };
      const shown = await window.submit(page, action, fields);
      expect(shown.text).toContain('The story is created.');
    }
    const { json } = await person.client.get(`${workspace.path}/stories?teamId=${own.id}`);
    expect(json.data).toMatchObject([
      {
        title: 'A keel',
        description: 'Of *oak*.',
        statusId: status,
        sprintId: sprint.id,
        assigneeId: person.id,
        priority: 'high',
        estimateValue: 3,
        endDate: '2099-05-01T00:00:00.000Z',
      },
    ]);
    const refused = await window.submit(page, action, { title: ' ' });
    expect(refused.status).toBe(400);
    expect(refused.text).toMatch(/name="title"[^>]*aria-invalid="true" autofocus/s);
  });

  test('shows the stories of its reader alone, also after one of them was moved', async () => {
    const own = await workspace.team({ name: 'Riggers' });
    const person = await workspace.person('member', [own]);
    const window = await signedIn(service, workspace, person);
    const api = storyApi(workspace, person.client);
    const mine = await api.create({ teamId: own.id, title: 'My rope', assigneeId: person.id });
    await api.create({ teamId: own.id, title: 'Some other rope' });
    const all = await window.open(boardOf(own));
    expect(all.text).toContain('Some other rope');
    expect(all.text).toContain(`href="${boardOf(own)}/filter?mine=yes"`);
    const page = await window.open(`${boardOf(own)}?mine=yes`);
    expect(page.text).toContain('My rope');
    expect(page.text).not.toContain('Some other rope');
    const status = await statusOf(workspace, person.client, own, 'started');
    const moved = await window.submit(page, `${boardOf(own)}/stories/${mine.id}`, { status });
    expect(moved.url).toContain('?mine=yes&');
    expect(moved.text).not.toContain('Some other rope');
  });

  test('moves a story to another status, whatever else of it has changed', async () => {
    const own = await workspace.team({ name: 'Caulkers' });
    const person = await workspace.person('member', [own]);
    const window = await signedIn(service, workspace, person);
    const api = storyApi(workspace, person.client);
    const story = await api.create({ teamId: own.id, title: 'Tar' });
    const page = await window.open(boardOf(own));
    await api.change(story, { title: 'Hot tar' });
    const done = await statusOf(workspace, person.client, own, 'completed');
    const moved = await window.submit(page, `${boardOf(own)}/stories/${story.id}`, { status: done });
    expect(moved.text).toContain('The story is moved.');
    expect(await api.read(story.id)).toMatchObject({ title: 'Hot tar', statusId: done });
    const elsewhere = await statusOf(workspace, member.client, team, 'completed');
    const refused = await window.submit(page, `${boardOf(own)}/stories/${story.id}`, { status: elsewhere });
    expect([refused.status, (await api.read(story.id)).statusId]).toEqual([400, done]);
    expect(refused.text).toContain('role="alert"');
  });

  test('keeps the title of a new story through a sign-in', async () => {
    const person = await workspace.person('member', [team]);
    const own = await signedIn(service, workspace, person);
    const page = await own.open(boardOf(team));
    own.cookies.delete('__Host-session');
    const asked = await own.submit(page, `${boardOf(team)}/stories`, { title: 'A mast' });
    const back = await own.submit(asked, '/sign-in', await newAccount(workspace, person));
    expect(new URL(back.url).pathname).toBe(boardOf(team));
    expect(back.text).toMatch(/name="title"[^>]*value="A mast"/s);
  });

  test('lets guests and members of other teams change nothing, and leads to the other boards of its reader', async () => {
    const other = await workspace.team({ name: 'Riggers of others' });
    const story = await newStory();
    const guest = await signedIn(service, workspace, await workspace.person('guest', [team, other]));
    const page = await guest.open(boardOf(team));
    expect(page.text).toContain(`href="${boardOf(other)}"`);
    expect(page.text).not.toMatch(/class="move"|New story/);
    const outside = await signedIn(service, workspace, await workspace.person('member', [other]));
    for (const [window, status] of [
      [guest, 403],
      [outside, 404],
    ] as const) {
      const token = /value="([\w-]{43})"/.exec((await window.open('/account')).text)![1]!;
      const fields = { form_token: token, once: 'x'.repeat(22), title: 'Mine', status: story.statusId };
      for (const path of [`${boardOf(team)}/stories`, `${boardOf(team)}/stories/${story.id}`]) {
        expect([path, (await window.request('POST', path, fields)).status]).toEqual([path, status]);
      }
    }
    expect((await stories.read(story.id)).updatedAt).toBe(story.updatedAt);
  });
});
