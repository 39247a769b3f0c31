import { expect, test } from 'vitest';
import { asBrowser, fetchPortal } from '../support/portal-pages.ts';
import { sharedService } from '../support/service.ts';
import { visitedPortal } from './visited-portal.ts';

/** What search engines, chats and readers of feeds are told of a portal's pages. */

const { admin, feedback, portal, visitor, other, say, suggest, home, pathOf } = await visitedPortal();

const textAt = async (path: string) => {
  const answer = await fetchPortal(sharedService(), path.replace('/portals/', ''), asBrowser);
  expect(answer.status, path).toBe(200);
  return await answer.text();
};
const metaOf = (page: string, name: string) =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(page)?.[1];

test('the front page is called what it is, and a portal without a description is described', async () => {
  const page = await textAt(home);
  expect(page).toContain(`<title>Feedback · ${portal.name}</title>`);
  const about = `Ideas, roadmap and changelog of ${portal.name}`;
  expect([metaOf(page, 'description'), metaOf(page, 'og:description')]).toEqual([about, about]);
  const described = await feedback.portal({ description: 'Where tides are planned.' });
  expect(metaOf(await textAt(`/portals/${described.slug}/feedback`), 'og:description')).toBe(
    'Where tides are planned.',
  );
});

test('the picture of an update with a cover has its type and size', async () => {
  const { id: coverImageId } = await feedback.image(portal);
  const update = await feedback.published(portal, { coverImageId });
  const page = await textAt(`${home}/updates/${update.slug}`);
  expect(metaOf(page, 'og:image')).toContain(coverImageId);
  expect(['type', 'width', 'height'].map((name) => metaOf(page, `og:image:${name}`))).toEqual([
    'image/png',
    '1',
    '1',
  ]);
});

test('the data of an idea has its newest comments, at most twenty, with their authors', async () => {
  const { item } = await suggest(visitor);
  const data = async () => {
    const json = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(
      await textAt(pathOf(item)),
    )![1]!;
    return JSON.parse(json)['@graph'][0];
  };
  expect(await data()).not.toHaveProperty('comment');
  const path = `${feedback.pathOf(portal)}/items/${item.id}/comments`;
  for (let number = 1; number <= 20; number++) await admin.client.post(path, { content: `Number ${number}` });
  await say(other, item, { content: 'Yes, **please**.' });
  const { comment } = await data();
  expect(comment).toHaveLength(20);
  expect(comment[0]).toMatchObject({
    '@type': 'Comment',
    text: 'Yes, please.',
    author: { '@type': 'Person', name: 'Ada Lovelace' },
  });
  expect(comment.at(-1).text).toBe('Number 2');
});

test('the author of an idea is marked in their comments, and no one else', async () => {
  const { item } = await suggest(visitor);
  await say(other, item, { content: 'Someone else.' });
  expect(await textAt(pathOf(item))).not.toContain('>Author</span>');
  await say(visitor, item, { content: 'It is mine.' });
  expect((await textAt(pathOf(item))).match(/>Author<\/span>/g)).toHaveLength(1);
});

test('a feed has no attributes that are for the keyboard on pages', async () => {
  const body = '| a | b |\n|---|---|\n| 1 | 2 |\n\n```\ncode\n```';
  const update = await feedback.published(portal, { title: 'With a table', body });
  expect(await textAt(`${home}/updates/${update.slug}`)).toContain('<table tabindex="0">');
  const feed = await textAt(`${home}/updates.atom`);
  expect(feed).toContain('With a table');
  expect(feed).not.toContain('tabindex');
});
