import { beforeAll, describe, expect, test } from 'vitest';
import { expectRefusal, readPages } from '../support/answers.ts';
import { createBrowser, signedIn, type Browser } from '../support/browser.ts';
import { feedbackOf, type Feedback } from '../support/feedback.ts';
import { sharedService } from '../support/service.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

let workspace: TestWorkspace;
let admin: Person;
let member: Person;
let feedback: Feedback;
let visitor: Browser;

beforeAll(async () => {
  workspace = await newWorkspace();
  admin = await workspace.person('admin');
  member = await workspace.person('member');
  feedback = feedbackOf(workspace, admin.client);
  const elsewhere = await newWorkspace();
  visitor = await signedIn(sharedService(), elsewhere, await elsewhere.person('guest'));
});

async function newItem(fields: object = {}) {
  const portal = await feedback.portal();
  const item = await feedback.item(portal, fields);
  const home = `/portals/${portal.slug}/feedback`;
  return {
    portal,
    item,
    home,
    at: `${feedback.pathOf(portal)}/items/${item.id}`,
    page: `${home}/items/${item.slug}`,
  };
}

const anyone = () => createBrowser(sharedService().baseUrl);
const textOf = async (url: string) => (await anyone().open(url)).text;
const jsonOf = async (url: string) => await (await fetch(`${sharedService().baseUrl}${url}`)).text();

describe('a comment by the team', () => {
  test('is marked as theirs, and pinned as the official answer', async () => {
    const { item, at, page } = await newItem();
    const { status, json } = await member.client.post(`${at}/comments`, { content: 'We are on it.' });
    expect(status).toBe(201);
    expect(json.data).toMatchObject({ authorKind: 'user', authorId: member.id, internal: false });
    expect(await textOf(page)).toMatch(/1 comment.*Team.*We are on it\./s);
    expect(await textOf(page)).not.toContain('Official answer');

    const pinned = await feedback.change(at, item, { officialCommentId: json.data.id });
    expect(await textOf(page)).toMatch(/Official answer.*We are on it\..*1 comment/s);
    await admin.client.patch(`${at}/comments/${json.data.id}`, { hidden: true });
    expect(await textOf(page)).not.toContain('We are on it.');
    await feedback.change(at, pinned, { clearFields: ['officialCommentId'] });
    expect((await admin.client.delete(`${at}/comments/${json.data.id}`)).status).toBe(200);
    expect((await admin.client.get(`${at}/comments`, { hidden: 'include' })).json.data).toEqual([]);
  });

  test('only is an official answer if the public can see it and it is by the team', async () => {
    const { portal, item, at } = await newItem();
    const other = await feedback.item(portal, { title: 'Another' });
    const note = (await member.client.post(`${at}/comments`, { content: 'Not yet', internal: true })).json
      .data;
    const stranger = await feedback.comment(portal, item, admin);
    const elsewhere = (
      await member.client.post(`${feedback.pathOf(portal)}/items/${other.id}/comments`, { content: 'Yes' })
    ).json.data;
    for (const { id: officialCommentId } of [note, stranger, elsewhere]) {
      const body = { expectedUpdatedAt: item.updatedAt, officialCommentId };
      expectRefusal(await admin.client.patch(at, body), 400, 'invalid_reference');
    }
  });
});

test('internal notes and tags are nowhere in public', async () => {
  const { portal, item, at, home, page } = await newItem({ tags: ['exports'], internalTags: ['churn-risk'] });
  const note = await member.client.post(`${at}/comments`, { content: 'They pay a lot.', internal: true });
  expect(note.json.data).toMatchObject({ internal: true });
  expect((await member.client.get(`${at}/comments`)).json.data).toEqual([]);
  const notes = { internal: 'only' };
  expect(await readPages(member.client, `${at}/comments`, notes)).toEqual([[note.json.data]]);
  expect((await feedback.readItem(item)).commentCount).toBe(0);
  expectRefusal(
    await member.client.patch(`${at}/comments/${note.json.data.id}`, { hidden: false }),
    409,
    'conflict',
  );

  const update = await feedback.published(portal, { linkedItemIds: [item.id] });
  const paths = [home, page, `${home}/roadmap`, `${home}/updates/${update.slug}`, `${home}/updates.atom`];
  const shown = (await Promise.all(paths.flatMap((path) => [textOf(path), jsonOf(path)]))).join();
  expect(shown).toContain('exports');
  for (const secret of ['They pay a lot.', 'churn-risk', 'internalTags', 'officialCommentId', 'storyIds']) {
    expect(shown).not.toContain(secret);
  }
});

describe('votes', () => {
  test('of customers are added and taken back by the team, once for each address', async () => {
    const { item, at } = await newItem();
    const body = { email: `${crypto.randomUUID()}@example.com`, name: 'Mia of Initech' };
    const { status, json } = await member.client.post(`${at}/votes`, body);
    expect([status, json.data.voterName, json.data.addedBy]).toEqual([201, 'Mia of Initech', member.id]);
    expectRefusal(await member.client.post(`${at}/votes`, body), 409, 'conflict');
    expect((await feedback.readItem(item)).voteCount).toBe(1);
    expect((await admin.client.delete(`${at}/votes/${json.data.id}`)).status).toBe(200);
    expect((await feedback.readItem(item)).voteCount).toBe(0);
  });

  test('are listed for admins, without addresses, and in no public answer', async () => {
    const { item, at, page } = await newItem();
    await visitor.submit(await visitor.open(page), `${page}/vote`, { vote: 'give' });
    const email = `${crypto.randomUUID()}@example.com`;
    await member.client.post(`${at}/votes`, { email, name: 'Mia' });
    const [[newest], [oldest]] = (await readPages(admin.client, `${at}/votes`, { limit: 1 })) as any;
    expect(newest).toMatchObject({ voterKind: 'customer', voterName: 'Mia', voterId: null });
    expect(oldest).toMatchObject({ voterKind: 'visitor', voterId: expect.any(String), itemId: item.id });
    expect(JSON.stringify([newest, oldest])).not.toContain('@');
    expectRefusal(await member.client.get(`${at}/votes`), 403, 'insufficient_role');
    const shown = (await textOf(page)) + (await jsonOf(page.replace(/items.*/, '')));
    for (const secret of ['Mia', oldest.voterId]) expect(shown).not.toContain(secret);
    expectRefusal(await admin.client.delete(`${at}/votes/${oldest.id}`), 409, 'conflict');
  });
});

test('a banned visitor no longer votes, comments or posts, until the ban is lifted', async () => {
  const { at, home, page, item, portal } = await newItem();
  const opened = await visitor.open(page);
  const vote = (way: string) => visitor.submit(opened, `${page}/vote`, { vote: way });
  await vote('give');
  const visitorId = (await admin.client.get(`${at}/votes`)).json.data[0].voterId;
  await vote('back');
  const bans = `${workspace.path}/banned-visitors`;
  const banned = await admin.client.post(bans, { visitorId, reason: 'Spam' });
  expect([banned.status, (await admin.client.post(bans, { visitorId })).json]).toEqual([201, banned.json]);
  expect((await admin.client.get(bans)).json.data).toEqual([banned.json.data]);

  const attempts = [
    () => vote('give'),
    () => visitor.submit(opened, `${page}/comments`, { content: 'Buy this' }),
    async () =>
      visitor.submit(await visitor.open(`${home}/new`), `${home}/new`, {
        ...{ title: 'Buy this', boardId: portal.boards[0]!.id },
      }),
  ];
  for (const attempt of attempts) {
    const { status, text } = await attempt();
    expect([status, text]).toEqual([403, expect.stringContaining('You can no longer post here')]);
  }
  expect(await feedback.readItem(item)).toMatchObject({ voteCount: 0, commentCount: 0 });

  expect((await admin.client.delete(`${bans}/${visitorId}`)).status).toBe(200);
  expect((await vote('give')).status).toBe(200);
  expect((await feedback.readItem(item)).voteCount).toBe(1);
});

test('nobody of another workspace is banned, and the id of a member is no visitor', async () => {
  const bans = `${workspace.path}/banned-visitors`;
  for (const visitorId of [member.id, crypto.randomUUID()]) {
    expectRefusal(await admin.client.post(bans, { visitorId }), 400, 'invalid_reference');
  }
});
