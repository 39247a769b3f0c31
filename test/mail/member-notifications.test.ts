import { beforeAll, expect, test } from 'vitest';
import type { Team } from '../../shared/identity/team/team.ts';
import type { Story } from '../../shared/planning/story/story.ts';
import { createBrowser } from '../support/browser.ts';
import { workerService, type WorkerService } from '../support/service.ts';
import { statusOf, storyApi } from '../stories/story-api.ts';
import { addressOf, newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

/** Members get mail about mentions, assignments and what they watch, and about nothing that they did themselves. */
let service: WorkerService;
let workspace: TestWorkspace;
let team: Team;
let author: Person;
let colleague: Person;
let stories: ReturnType<typeof storyApi>;

beforeAll(async () => {
  ({ service } = await workerService());
  workspace = await newWorkspace(service);
  team = await workspace.team();
  author = await workspace.person('member', [team]);
  colleague = await workspace.person('member', [team]);
  await workspace.person('member');
  const rename = async ({ id }: Person, name: string) =>
    workspace.operator.updateMember((await workspace.operator.getMember(workspace.id, id))!, { name });
  await rename(author, 'Ada Lovelace');
  await rename(colleague, 'Grace Hopper');
  stories = storyApi(workspace, author.client);
});

async function subjectsTo(person: Person): Promise<string[]> {
  // A change queues the mail, which wakes the sender.
  for (let step = 0; step < 3; step++) await service.streamsIdle();
  await service.queuesIdle();
  const address = await addressOf(workspace, person.id);
  return service.mailbox.mails.filter(({ to }) => to === address).map(({ subject }) => subject);
}
/** What a person got since they were asked about last. */
async function newsOf(person: Person, work: () => Promise<unknown>): Promise<string[]> {
  const before = (await subjectsTo(person)).length;
  await work();
  const after = await subjectsTo(person);
  return after.slice(0, after.length - before);
}
const comment = ({ id }: Story, by: Person, content: string, parentId?: string) =>
  by.client.post(`${workspace.path}/stories/${id}/comments`, { content, ...(parentId && { parentId }) });
const at = ({ id }: Story) => `${workspace.path}/stories/${id}`;

test('a member gets a mail of a mention, and none twice of one comment', async () => {
  const story = await stories.create({ teamId: team.id, title: 'Boats' });
  const news = await newsOf(colleague, () =>
    comment(story, author, 'What **do** you think, @Grace? See `plan.md` of ada@example.com'),
  );
  expect(news).toEqual([`Ada Lovelace mentioned you in ${story.reference}: Boats`]);
  const mail = service.mailbox.mails.find(({ subject }) => subject === news[0])!;
  expect(mail.text).toContain('What do you think, @Grace? See plan.md of ada@example.com\n');
  const { json } = await author.client.get(`${at(story)}/comments`);
  const { id } = json.data[0];
  const page = `${service.baseUrl}/stories/${story.id}?comment=${id}#comment-${id}`;
  expect(mail.text).toContain(`See the story: ${page}\n`);
  expect(mail.html).toContain(`href="${page}"`);
  expect(mail.text).toContain('You get this because you were mentioned in a comment.');
  // Its reader may be in several.
  const { data } = (await author.client.get(workspace.path)).json;
  expect([mail.text, mail.html]).toEqual(
    Array(2).fill(expect.stringContaining(`The workspace is ${data.name}.`)),
  );
  expect(await newsOf(author, () => comment(story, author, 'I am @Ada'))).toEqual([]);
});

test('a member gets a mail when someone else assigns a story to them', async () => {
  const fields = { priority: 'high', endDate: '2031-05-04T12:00:00.000Z', description: 'With **sails**' };
  const news = await newsOf(colleague, () =>
    stories.create({ teamId: team.id, title: 'Boats', assigneeId: colleague.id, ...fields }),
  );
  expect(news).toHaveLength(1);
  expect(news[0]).toMatch(/^Ada Lovelace assigned you \S+: Boats$/);
  const { text, html } = service.mailbox.mails.find(({ subject }) => subject === news[0])!;
  expect(text).toContain(`Team: ${team.name} · Priority: High · Due: 4 May 2031\n\nWith sails\n`);
  expect(html).toContain('With <strong>sails</strong>');
  expect(text).toContain('You get this because the story was assigned to you.');
  expect(html).toMatch(/Plotline · <bdi>[^<]+<\/bdi>/);
  expect(
    await newsOf(author, () => stories.create({ teamId: team.id, title: 'Own', assigneeId: author.id })),
  ).toEqual([]);
});

test('a member gets mails of comments on what they watch and of its status, until they stop watching', async () => {
  const story = await stories.create({ teamId: team.id, title: 'Boats' });
  expect(await newsOf(colleague, () => comment(story, author, 'Nothing yet'))).toEqual([]);
  expect((await colleague.client.post(`${at(story)}/watch`)).json.data.watching).toBe(true);
  const done = await statusOf(workspace, author.client, team, 'completed');
  const news = await newsOf(colleague, async () => {
    await comment(story, author, 'Soon');
    await stories.change(await stories.read(story.id), { statusId: done });
  });
  expect(news.toSorted()).toEqual([
    `Ada Lovelace commented on ${story.reference}: Boats`,
    `Done: ${story.reference} Boats`,
  ]);
  await colleague.client.post(`${at(story)}/unwatch`);
  expect(await newsOf(colleague, () => comment(story, author, 'Over'))).toEqual([]);
  // The reporter watches.
  expect(await newsOf(author, () => comment(story, colleague, 'Thanks'))).toHaveLength(1);
});

test('a member gets mails of comments on what they have commented on, also by a reply', async () => {
  const [first, second] = [
    await stories.create({ teamId: team.id }),
    await stories.create({ teamId: team.id }),
  ];
  expect(await newsOf(colleague, () => comment(first, colleague, 'Mine'))).toEqual([]);
  expect(await newsOf(colleague, () => comment(first, author, 'Another'))).toHaveLength(1);
  const { id } = (await comment(second, author, 'A question')).json.data;
  expect(await newsOf(colleague, () => comment(second, colleague, 'An answer', id))).toEqual([]);
  expect(await newsOf(colleague, () => comment(second, author, 'Thanks'))).toHaveLength(1);
  await colleague.client.post(`${at(second)}/unwatch`);
  await comment(second, colleague, 'Over');
  expect(await newsOf(colleague, () => comment(second, author, 'Right'))).toEqual([]);
});

test('a member who wants no mail of comments is still mailed when an edit mentions them', async () => {
  const story = await stories.create({ teamId: team.id, title: 'Kites', assigneeId: colleague.id });
  const prefer = (mail: string) =>
    colleague.client.patch(`${workspace.path}/notification-preferences`, { kinds: { commented: { mail } } });
  await prefer('off');
  await newsOf(colleague, async () => undefined);
  const { json } = await comment(story, author, 'Soon');
  expect(await newsOf(colleague, async () => undefined)).toEqual([]);
  const { id, updatedAt: expectedUpdatedAt } = json.data;
  const body = { expectedUpdatedAt, content: 'Soon, @Grace' };
  const news = await newsOf(colleague, () => author.client.patch(`${at(story)}/comments/${id}`, body));
  expect(news).toEqual([`Ada Lovelace mentioned you in ${story.reference}: Kites`]);
  await prefer('each');
});

test('one click stops mail of the kind that it came with, and no other; the page does not show the address', async () => {
  await newsOf(colleague, async () => undefined);
  const story = await stories.create({ teamId: team.id, title: 'Boats', assigneeId: colleague.id });
  await subjectsTo(colleague);
  const address = await addressOf(workspace, colleague.id);
  const [mail] = service.mailbox.mails.filter(({ to }) => to === address);
  const url = /<(.+)>/.exec(mail!.headers['List-Unsubscribe']!)![1]!;
  const { text } = await createBrowser(service.baseUrl).open(url);
  expect(text).not.toContain(address);
  await createBrowser(service.baseUrl).request('POST', url, { 'List-Unsubscribe': 'One-Click' });
  const { json } = await colleague.client.get(`${workspace.path}/notification-preferences`);
  const off = Object.entries<{ mail: string }>(json.data.kinds).filter(
    ([, { mail: mode }]) => mode === 'off',
  );
  expect(off.map(([kind]) => kind)).toEqual(['assigned']);
  const assigned = { teamId: team.id, title: 'Kites', assigneeId: colleague.id };
  expect(await newsOf(colleague, () => stories.create(assigned))).toEqual([]);
  expect(await newsOf(colleague, () => comment(story, author, 'Hello @Grace'))).toHaveLength(1);
});

test('a member who cannot read the story gets no mail', async () => {
  const outsider = await workspace.person('member');
  const story = await stories.create({ teamId: team.id, title: 'Boats' });
  expect(await newsOf(outsider, () => comment(story, author, `@${'A member'} look`))).toEqual([]);
});
