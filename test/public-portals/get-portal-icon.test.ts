import { beforeAll, expect, test } from 'vitest';
import { setPortalHost } from '../../shared/feedback/portals/set-portal-host.ts';
import { decodePicture } from '../../shared/kernel/pixels/decode-picture.ts';
import { feedbackApi, type Feedback } from '../support/feedback.ts';
import { sharedService } from '../support/service.ts';
import { newKey, newWorkspace, type TestWorkspace } from '../support/workspace.ts';

let workspace: TestWorkspace;
let feedback: Feedback;

beforeAll(async () => {
  workspace = await newWorkspace();
  feedback = feedbackApi(workspace, (await workspace.person('admin')).client);
});

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(sharedService().baseUrl + path, { headers, redirect: 'manual' });

/** The colors of an icon's corner, and of all of its pixels. */
async function drawn(path: string) {
  const response = await get(path);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png']);
  const picture = (await decodePicture('image/png', Buffer.from(await response.arrayBuffer())))!;
  expect([picture.width, picture.height]).toEqual([180, 180]);
  const colors = Array.from({ length: 180 * 180 }, (_, place) =>
    picture.data.subarray(place * 4, place * 4 + 3).join(' '),
  );
  return { corner: colors[0], colors: new Set(colors), data: Buffer.from(picture.data) };
}

test('a portal without a logo has its initial on its color as its icon', async () => {
  const [first, second] = [
    await feedback.portal({ color: '#0f766e', name: 'Acme' }),
    await feedback.portal({ color: '#0f766e', name: 'Bolt' }),
  ];
  const path = `/portals/${first.slug}/feedback`;
  const page = await (await get(path, { accept: 'text/html' })).text();
  expect(page).toContain(`<link rel="icon" href="${path}/icon.png" />`);
  expect(page).toContain(`<link rel="apple-touch-icon" href="${path}/icon.png" />`);
  const icon = await drawn(`${path}/icon.png`);
  expect([icon.corner, icon.colors.has('255 255 255')]).toEqual(['15 118 110', true]);
  expect(icon.data.equals((await drawn(`/portals/${second.slug}/feedback/icon.png`)).data)).toBe(false);
});

test('a portal with a logo has that on white', async () => {
  const portal = await feedback.portal({ color: '#0f766e' });
  const { id } = await feedback.image(portal);
  await feedback.change(feedback.pathOf(portal), portal, { logoImageId: id });
  const page = await (await get(`/portals/${portal.slug}/feedback`, { accept: 'text/html' })).text();
  expect(page).toMatch(/<link rel="icon" href="\/portal-images\/[^"]+" \/>/);
  const { colors } = await drawn(`/portals/${portal.slug}/feedback/icon.png`);
  expect(colors.has('15 118 110')).toBe(false);
});

test('a host leads to the icon of its portal, by either of the addresses that devices ask for', async () => {
  const host = `icon-${newKey()}.acme.test`;
  const portal = await feedback.portal();
  await workspace.operator
    .within(workspace.id)
    .run(setPortalHost, { path: { portalId: portal.id }, body: { host } });
  for (const path of ['/apple-touch-icon.png', '/favicon.ico']) {
    const { status, headers } = await get(path, { 'x-viewer-host': host });
    expect([status, headers.get('location')], path).toEqual([302, '/icon.png']);
  }
  expect((await get('/portals/-/feedback/icon.png', { 'x-viewer-host': host })).status).toBe(200);
  const secret = await feedback.portal({ visibility: 'private' });
  expect((await get(`/portals/${secret.slug}/feedback/icon.png`)).status).toBe(404);
});
