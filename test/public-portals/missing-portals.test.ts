import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { expectRefusal } from '../support/answers.ts';
import { createClient } from '../support/client.ts';
import { feedbackApi, type Feedback } from '../support/feedback.ts';
import { asBrowser, fetchPortal } from '../support/portal-pages.ts';
import { sharedService } from '../support/service.ts';
import { newWorkspace } from '../support/workspace.ts';

const service = sharedService();
const anyone = createClient(service.baseUrl);
let feedback: Feedback;

beforeAll(async () => {
  const workspace = await newWorkspace();
  feedback = feedbackApi(workspace, (await workspace.person('admin')).client);
});

const pathOf = ({ slug }: { slug: string }) => `/portals/${slug}/feedback`;

describe('a page that is not public', () => {
  test('is one and the same 404, whatever the reason', async () => {
    const hidden = await feedback.portal({ visibility: 'private' });
    const renamed = await feedback.change(feedback.pathOf(hidden), hidden, { slug: randomUUID() });
    const slugs = [
      renamed.slug,
      hidden.slug,
      randomUUID(),
      'Upper',
      '-x',
      'x-',
      'x_y',
      'x'.repeat(500),
      '%00',
    ];
    for (const slug of slugs) {
      const answer = await anyone.get(`/portals/${slug}/feedback`);
      const error = expectRefusal(answer, 404, 'not_found');
      expect(error.message).toBe('There is no public resource at this URL.');
      const page = await fetchPortal(service, `${slug}/feedback`, asBrowser);
      expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
      expect(await page.text()).toContain('Page not found');
    }
  });

  test('leads on to a portal that is public, and reveals nothing of any other', async () => {
    const [open, hidden] = [await feedback.portal(), await feedback.portal({ visibility: 'private' })];
    const textAt = async (path: string) => {
      const page = await fetchPortal(service, path, asBrowser);
      expect(page.status).toBe(404);
      return await page.text();
    };
    for (const path of ['/items/nothing', '/updates/nothing']) {
      const text = await textAt(`${open.slug}/feedback${path}`);
      expect(text).toContain(`href="${pathOf(open)}">See all ideas`);
      expect(text).not.toContain('Request');
      // Each leads its reader to sign in and back to what they asked for.
      const nothing = randomUUID();
      const ofHidden = await textAt(`${hidden.slug}/feedback${path}`);
      expect(ofHidden.replaceAll(hidden.slug, nothing)).toBe(await textAt(`${nothing}/feedback${path}`));
    }
  });

  test('is the same 404 on every page, however long its slug', async () => {
    const { slug } = await feedback.portal();
    const long = 'x'.repeat(2_500);
    const paths = ['/roadmap', '/new', '/updates.atom', '/items/x'].map((page) => `${long}/feedback${page}`);
    const inside = ['/updates', '/items'].map((page) => `${slug}/feedback${page}/${long}`);
    for (const path of [...paths, ...inside]) {
      const page = await fetchPortal(service, path, asBrowser);
      expect(page.status, path.slice(-40)).toBe(404);
      expect(await page.text()).toContain('Page not found');
    }
    for (const path of [`${long}/feedback/new`, `${slug}/feedback/items/${long}/vote`]) {
      const answer = await fetch(`${service.baseUrl}/portals/${path}`, {
        method: 'POST',
        headers: asBrowser,
      });
      expect(answer.status).toBe(404);
    }
  });

  test('of items is left out everywhere', async () => {
    const portal = await feedback.portal();
    const item = await feedback.item(portal, { title: 'Spam' });
    await feedback.change(`${feedback.pathOf(portal)}/items/${item.id}`, item, { hidden: true });
    for (const query of [{}, { sort: '-createdAt' }, { status: 'pending' }, { boardId: item.boardId }]) {
      expect((await anyone.get(pathOf(portal), query)).json.data.items).toEqual([]);
    }
    const page = await fetchPortal(service, `${portal.slug}/feedback/items/${item.slug}`, asBrowser);
    expect(page.status).toBe(404);
  });
});

test('a former slug leads on, for programs and browsers, and not for good', async () => {
  const portal = await feedback.portal();
  const second = await feedback.change(feedback.pathOf(portal), portal, { slug: randomUUID() });
  const third = await feedback.change(feedback.pathOf(portal), second, { slug: randomUUID() });
  for (const slug of [portal.slug, second.slug]) {
    for (const headers of [{}, asBrowser] as Record<string, string>[]) {
      const answer = await fetchPortal(service, `${slug}/feedback?status=planned`, headers);
      expect(answer.status).toBe(302);
      expect(answer.headers.get('location')).toBe(`/portals/${third.slug}/feedback?status=planned`);
      expect(answer.headers.get('cache-control')).toContain('max-age=60');
    }
  }
  const roadmap = await fetchPortal(service, `${portal.slug}/feedback/roadmap`, asBrowser);
  expect(roadmap.headers.get('location')).toBe(`/portals/${third.slug}/feedback/roadmap`);
});

test('a former slug leads on with what caches know its redirect by, and nothing else', async () => {
  const portal = await feedback.portal();
  const { slug } = await feedback.change(feedback.pathOf(portal), portal, { slug: randomUUID() });
  const boardId = portal.boards[0]!.id;
  const junk = 'utm_source=mail&token=secret&thanks&status[]=x';
  for (const [path, query] of [
    ['', `boardId=${boardId}&sort=newest&status=planned`],
    ['/roadmap', ''],
    ['/updates.atom', ''],
    ['/items/x', ''],
  ]) {
    for (const headers of [{}, { cookie: 'junk=1; __Host-session=x' }] as Record<string, string>[]) {
      const answer = await fetchPortal(service, `${portal.slug}/feedback${path}?${[junk, query].join('&')}`, {
        ...asBrowser,
        ...headers,
      });
      expect(answer.status).toBe(302);
      expect(answer.headers.get('location')).toBe(`/portals/${slug}/feedback${path}${query && `?${query}`}`);
      expect(answer.headers.get('set-cookie')).toBeNull();
    }
  }
});
