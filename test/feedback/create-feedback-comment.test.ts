import { expect, test } from 'vitest';
import { expectRefusal, readPages } from '../support/answers.ts';
import { newFeedbackPlace, pageText, publicJson } from './feedback-place.ts';

const { admin, member, feedback, newItem } = await newFeedbackPlace();

test('a comment by the team is marked as theirs, and pinned as the official answer', async () => {
  const { item, at, page } = await newItem();
  const { status, json } = await member.client.post(`${at}/comments`, { content: 'We are on it.' });
  expect(status).toBe(201);
  expect(json.data).toMatchObject({ authorKind: 'user', authorId: member.id, internal: false });
  expect(await pageText(page)).toMatch(/1 comment.*Team.*We are on it\./s);
  expect(await pageText(page)).not.toContain('Official answer');

  const pinned = await feedback.change(at, item, { officialCommentId: json.data.id });
  expect(await pageText(page)).toMatch(/Official answer.*We are on it\..*<h2>Comments<\/h2>/s);
  await admin.client.patch(`${at}/comments/${json.data.id}`, { hidden: true });
  expect(await pageText(page)).not.toContain('We are on it.');
  await feedback.change(at, pinned, { clearFields: ['officialCommentId'] });
});

test('only a comment by the team that the public can see is an official answer', async () => {
  const { portal, item, at } = await newItem();
  const other = await feedback.item(portal, { title: 'Another' });
  const note = (await member.client.post(`${at}/comments`, { content: 'Not yet', internal: true })).json.data;
  const stranger = await feedback.comment(portal, item, admin);
  const elsewhere = (
    await member.client.post(`${feedback.pathOf(portal)}/items/${other.id}/comments`, { content: 'Yes' })
  ).json.data;
  for (const { id: officialCommentId } of [note, stranger, elsewhere]) {
    const body = { expectedUpdatedAt: item.updatedAt, officialCommentId };
    expectRefusal(await admin.client.patch(at, body), 400, 'invalid_reference');
  }
});

test('internal notes and tags are not shown in public', async () => {
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
  const shown = (await Promise.all(paths.flatMap((path) => [pageText(path), publicJson(path)]))).join();
  expect(shown).toContain('exports');
  for (const secret of ['They pay a lot.', 'churn-risk', 'internalTags', 'officialCommentId', 'storyIds']) {
    expect(shown).not.toContain(secret);
  }
});

test('an admin imports posts of members and strangers, each with its time; a stranger stays a visitor', async () => {
  const { portal, item, at, home } = await newItem();
  const items = `${feedback.pathOf(portal)}/items`;
  const createdAt = '2024-01-01T00:00:00.000Z';
  const posts = [
    [`${at}/comments`, { content: 'Same here' }],
    [items, { title: 'Dark mode', boardId: item.boardId }],
  ] as const;
  for (const [path, post] of posts) {
    const send = (imported: object, by = admin) => by.client.post(path, { ...post, imported });
    const stranger = (await send({ createdAt, authorName: 'Eve' })).json.data;
    const eve = { authorId: admin.id, authorName: 'Eve', authorKind: 'visitor', origin: 'visitor' };
    expect(stranger).toMatchObject({ ...eve, createdAt, importedAt: stranger.updatedAt });
    const own = (await send({ createdAt, authorId: member.id })).json.data;
    expect(own).toMatchObject({ authorId: member.id, authorKind: 'user', origin: 'member', createdAt });
    expectRefusal(await send({}, member), 403, 'insufficient_role');
    expectRefusal(await send({ authorId: item.id }), 400, 'invalid_reference');
  }
  expect(JSON.stringify(await publicJson(home))).not.toContain('importedAt');
});
