import { beforeAll, expect, test } from 'vitest';
import type { FeedbackItem } from '../../shared/feedback/items/item.ts';
import { pictureSize } from '../../shared/feedback/portal/images/picture-size.ts';
import type { Portal } from '../../shared/feedback/portal/portal.ts';
import { decodePicture } from '../../shared/kernel/pixels/decode-picture.ts';
import { feedbackApi, type Feedback } from '../support/feedback.ts';
import { sharedService } from '../support/service.ts';
import { newWorkspace } from '../support/workspace.ts';

let feedback: Feedback;
let portal: Portal;
let item: FeedbackItem;

beforeAll(async () => {
  const workspace = await newWorkspace();
  feedback = feedbackApi(workspace, (await workspace.person('admin')).client);
  portal = await feedback.portal({ color: '#0f766e' });
  item = await feedback.item(portal);
});

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${sharedService().baseUrl}/portals/${path}`, { headers, redirect: 'manual' });
const page = async (path: string) =>
  await (await get(path, { accept: 'text/html', 'accept-language': 'en' })).text();
const pictureIn = (html: string) => /property="og:image" content="[^"]*\/portals\/([^"]+)"/.exec(html)?.[1];

async function drawn(path: string): Promise<Buffer> {
  const response = await get(path);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png']);
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(pictureSize('image/png', bytes)).toEqual({ width: 1_200, height: 630 });
  return bytes;
}

test('pages of a portal, an idea and an update name a picture of their own', async () => {
  const update = await feedback.published(portal);
  const at = `${portal.slug}/feedback`;
  const expected = {
    [at]: `${at}/social.png`,
    [`${at}/roadmap`]: `${at}/social.png`,
    [`${at}/items/${item.slug}`]: `${at}/items/${item.slug}/social.png`,
    [`${at}/updates/${update.slug}`]: `${at}/updates/${update.slug}/social.png`,
  };
  for (const [path, picture] of Object.entries(expected)) {
    const html = await page(path);
    expect(pictureIn(html)).toBe(picture);
    expect(html).toContain('<meta name="twitter:card" content="summary_large_image" />');
    expect(html).toMatch(/<meta property="og:image:alt" content="[^"]+" \/>/);
    await drawn(picture);
  }
});

test('a picture has the color of its portal at its side and its logo, and other votes make another one', async () => {
  const path = `${portal.slug}/feedback/items/${item.slug}/social.png`;
  const before = await drawn(path);
  const { data } = (await decodePicture('image/png', before))!;
  const pixel = (x: number, y: number) => [...data.subarray((1_200 * y + x) * 4, (1_200 * y + x) * 4 + 3)];
  expect([pixel(8, 315), pixel(1_100, 600)]).toEqual([
    [0x0f, 0x76, 0x6e],
    [0xff, 0xff, 0xff],
  ]);
  const etag = (await get(path)).headers.get('etag')!;
  expect((await get(path, { 'if-none-match': etag })).status).toBe(304);
  await feedback.change(`${feedback.pathOf(portal)}/items/${item.id}`, item, { status: 'planned' });
  const after = await get(path, { 'if-none-match': etag });
  expect(after.status).toBe(200);
  expect(after.headers.get('cache-control')).toBe('public, max-age=60, stale-while-revalidate=60');
});

test.each([
  ['Latin, Greek and Cyrillic', 'Ein dunkles Thema, Σκούρο θέμα, Тёмная тема', true],
  ['Arabic', 'إضافة الوضع الداكن', true],
  ['Japanese', 'ダークテーマを追加', true],
  ['emoji next to words', 'Dark mode 🌙', true],
  ['Korean, which is not in the fonts', '다크 모드', false],
])('a title can be drawn in %s', async (_, title, isShown) => {
  const one = await feedback.item(portal, { title });
  const other = await feedback.item(portal, { title: '다크 모드 요청' });
  const [shown, without] = await Promise.all(
    [one, other].map(({ slug }) => drawn(`${portal.slug}/feedback/items/${slug}/social.png`)),
  );
  // Without its title, a picture has the name of the portal.
  expect(shown!.equals(without!)).toBe(!isShown);
});

test('what is private, hidden or a draft has no picture', async () => {
  const secret = await feedback.portal({ visibility: 'private' });
  const idea = await feedback.item(secret);
  const draft = await feedback.update(portal);
  const hidden = await feedback.item(portal);
  await feedback.change(`${feedback.pathOf(portal)}/items/${hidden.id}`, hidden, { hidden: true });
  for (const path of [
    `${secret.slug}/feedback/social.png`,
    `${secret.slug}/feedback/items/${idea.slug}/social.png`,
    `${portal.slug}/feedback/updates/${draft.slug}/social.png`,
    `${portal.slug}/feedback/items/${hidden.slug}/social.png`,
    'no-such-portal/feedback/social.png',
  ])
    expect((await get(path)).status, path).toBe(404);
});

test('the picture of a former address leads to the present one', async () => {
  const moving = await feedback.portal();
  await feedback.change(feedback.pathOf(moving), moving, { slug: `${moving.slug}-moved` });
  const response = await get(`${moving.slug}/feedback/social.png`);
  expect([response.status, response.headers.get('location')]).toEqual([
    302,
    `/portals/${moving.slug}-moved/feedback/social.png`,
  ]);
});
