import { beforeAll, describe, expect, test } from 'vitest';
import { signedIn } from '../../support/browser.ts';
import type { DynamoDbProxy } from '../../support/dynamodb-proxy.ts';
import { feedbackApi } from '../../support/feedback.ts';
import { asBrowser } from '../../support/portal-pages.ts';
import { workerService, type WorkerService } from '../../support/service.ts';
import { createStoryAs, newWorkspace, type Person, type TestWorkspace } from '../../support/workspace.ts';

let service: WorkerService;
let proxy: DynamoDbProxy;
/** CloudFront as the template has it. */
let edge: string;
let workspace: TestWorkspace;
let admin: Person;

beforeAll(async () => {
  ({ service, proxy } = await workerService());
  edge = service.edge!.baseUrl;
  workspace = await newWorkspace(service);
  admin = await workspace.person('admin');
});

const statusOf = async (path: string, headers: Record<string, string> = {}) =>
  (await fetch(`${edge}${path}`, { headers })).status;

describe('an error of one caller is not cached for others:', () => {
  test('a 404 of a story that the caller may not see', async () => {
    const team = await workspace.team();
    const inside = await workspace.person('member', [team]);
    const outside = await workspace.person('member');
    const story = await createStoryAs(inside.client, workspace, { teamId: team.id });
    const path = `/api/v1/workspaces/${workspace.id}/stories/${story.id}`;
    const as = ({ token }: Person) => statusOf(path, { authorization: `Bearer ${token}` });
    expect(await as(outside)).toBe(404);
    expect(await as(inside)).toBe(200);
  });

  test('a 503 of a database that did not answer', async () => {
    proxy.fault = () => 'throttle';
    expect(await statusOf('/readiness')).toBe(503);
    proxy.fault = undefined;
    expect(await statusOf('/readiness')).toBe(200);
  });

  test('a 500 of a database that refused', async () => {
    proxy.fault = () => 'reject';
    const path = `/api/v1/workspaces/${workspace.id}/teams`;
    const as = { authorization: `Bearer ${admin.token}` };
    expect(await statusOf(path, as)).toBe(500);
    proxy.fault = undefined;
    expect(await statusOf(path, as)).toBe(200);
  });
});

describe('a cached page of a portal', () => {
  const newPortal = async () => {
    const feedback = feedbackApi(workspace, admin.client);
    const portal = await feedback.portal();
    return { feedback, portal, path: `/portals/${portal.slug}/feedback` };
  };
  const ask = async (path: string, cookie: string) => {
    const answer = await fetch(`${edge}${path}`, { headers: { ...asBrowser, cookie } });
    return { text: await answer.text(), cache: answer.headers.get('x-cache') };
  };

  test.each(['_ga=GA1.1.2; theme=dark', '__Host-session=junk', `__Host-session=${'x'.repeat(65)}`])(
    'is a hit whatever junk a browser holds as cookies: %s',
    async (junk) => {
      const { path } = await newPortal();
      expect((await ask(path, '')).cache).toBe('Miss from cloudfront');
      expect((await ask(path, junk)).cache).toBe('Hit from cloudfront');
    },
  );

  test('is another page for each signed-in visitor, and cached for none of them', async () => {
    const { path } = await newPortal();
    const visitor = await signedIn(service, workspace, await workspace.person('guest'));
    const cookie = [...visitor.cookies].map((pair) => pair.join('=')).join('; ');
    await ask(path, '');
    for (let time = 0; time < 2; time++) {
      const own = await ask(path, cookie);
      expect(own.cache).toBe('Miss from cloudfront');
      expect(own.text).toContain('Sign out');
    }
    expect((await ask(path, '')).text).not.toContain('Sign out');
  });

  test("of a former slug sends no one on with what another's link held", async () => {
    const { feedback, portal, path } = await newPortal();
    await feedback.change(feedback.pathOf(portal), portal, { slug: crypto.randomUUID() });
    const locationOf = async (query: string) =>
      (await fetch(`${edge}${path}?${query}`, { headers: asBrowser, redirect: 'manual' })).headers.get(
        'location',
      )!;
    const first = await locationOf('status=planned&token=secret-of-the-first');
    expect(first).toContain('status=planned');
    expect(first).not.toContain('secret');
    expect(await locationOf('status=planned&utm=other')).toBe(first);
  });
});
