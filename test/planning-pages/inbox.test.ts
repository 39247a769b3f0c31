import { beforeAll, expect, test } from 'vitest';
import type { Team } from '../../shared/identity/team/team.ts';
import { storyApi } from '../stories/story-api.ts';
import { signedIn, type Browser } from '../support/browser.ts';
import { sharedService } from '../support/service.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

const service = sharedService();
let workspace: TestWorkspace;
let team: Team;
let member: Person;
let colleague: Person;
let browser: Browser;
let inbox: string;

beforeAll(async () => {
  workspace = await newWorkspace();
  team = await workspace.team();
  member = await workspace.person('member', [team]);
  colleague = await workspace.person('admin', [team]);
  browser = await signedIn(service, workspace, member);
  inbox = `/inbox/${workspace.id}`;
});

/** Assigns a story to the member, and waits until they are told. */
async function assign(title: string): Promise<void> {
  await storyApi(workspace, colleague.client).create({ teamId: team.id, title, assigneeId: member.id });
  await expect.poll(async () => await shown()).toContain(`<bdi>${title}</bdi>`);
}

const shown = async (query = ''): Promise<string> => (await browser.open(inbox + query)).text;

interface SentForm {
  action: string;
  fields: Record<string, string>;
}

/** The forms of a page whose path fits. */
const formsOn = (page: string, path: RegExp): SentForm[] =>
  [...page.matchAll(/<form[^>]*action="([^"]+)"[^>]*>([^]*?)<\/form>/g)]
    .map(([, action, inner]) => ({
      action: action!,
      fields: Object.fromEntries(
        [...inner!.matchAll(/name="([^"]+)" value="([^"]*)"/g)].map(([, name, value]) => [name!, value!]),
      ),
    }))
    .filter(({ action }) => path.test(action));

const send = async ({ action, fields }: SentForm) => await browser.request('POST', action, fields);

test('a notification says who did what, leads there, and is marked as read and as unread again', async () => {
  await assign('A lock');
  expect(await shown()).toMatch(/<bdi>A admin<\/bdi> assigned you\s+<a href="\/stories\/[^"]+"><bdi>A lock/);
  const read = formsOn(await shown(), /\/read$/).at(-1)!;
  expect((await send(read)).text).not.toContain('A lock');
  const all = await shown('?state=all');
  expect(all).toContain('A lock');
  await send(formsOn(all, /\/unread$/)[0]!);
  expect(await shown()).toContain('A lock');
});

test('all that was shown is marked as read, and what came meanwhile stays unread', async () => {
  await assign('A weir');
  const [readAll] = formsOn(await shown(), new RegExp(`^${inbox}/read$`));
  await assign('A bridge');
  const { text, status } = await send(readAll!);
  expect(status).toBe(200);
  expect(text).toContain('All that was shown is marked as read.');
  expect(text).toContain('A bridge');
  expect(text).not.toContain('A weir');
});

test('what was deleted meanwhile is gone without an error', async () => {
  await assign('A raft');
  const page = await shown();
  const api = storyApi(workspace, colleague.client);
  const found = (await api.list({ teamId: team.id })).json.data.find(
    ({ title }: { title: string }) => title === 'A raft',
  );
  await colleague.client.delete(`${workspace.path}/stories/${found.id}`);
  const raft = formsOn(page, /\/read$/).find(({ action }) => action !== `${inbox}/read`)!;
  expect((await send(raft)).status).toBe(200);
});

test('older notifications are on further pages', async () => {
  const api = storyApi(workspace, colleague.client);
  for (let number = 0; number < 31; number++) {
    await api.create({ teamId: team.id, title: `Buoy ${number}`, assigneeId: member.id });
  }
  await expect.poll(async () => formsOn(await shown(), /\/read$/).length).toBe(31);
  const first = await shown();
  const [, older] = /class="button quiet more" href="([^"]+)"/.exec(first)!;
  const second = (await browser.open(older!.replaceAll('&amp;', '&'))).text;
  expect(second).toContain('Buoy 0<');
  expect(first).not.toContain('Buoy 0<');
  const marked = await send(formsOn(second, /\/read$/).at(-1)!);
  expect(new URL(marked.url).searchParams.get('cursor')).toBeTruthy();
  expect(marked.text).toContain('Marked as read.');
});

test('notifications of a team that the person has left do not hide the older ones of others', async () => {
  const other = await workspace.team();
  const person = await workspace.person('member', [team, other]);
  const theirs = await signedIn(service, workspace, person);
  const open = async (path: string) => (await theirs.open(path)).text;
  await workspace.operator.joinTeam({
    workspaceId: workspace.id,
    teamId: other.id,
    principalId: colleague.id,
  });
  const api = storyApi(workspace, colleague.client);
  await api.create({ teamId: team.id, title: 'A quay', assigneeId: person.id });
  await expect.poll(async () => await open(inbox)).toContain('A quay');
  for (let number = 0; number < 31; number++) {
    await api.create({ teamId: other.id, title: `Buoy ${number}`, assigneeId: person.id });
  }
  await expect.poll(async () => await open(inbox)).toContain('cursor=');
  await colleague.client.delete(`${workspace.path}/teams/${other.id}/members/${person.id}`);
  const page = await open(inbox);
  expect(page).not.toContain('Nothing new.');
  expect(page).toContain('Older notifications');
  expect(await open(`/my-work/${workspace.id}`)).not.toContain('Nothing new.');
});
