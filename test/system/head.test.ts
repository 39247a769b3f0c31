import { beforeAll, expect, test } from 'vitest';
import { feedbackApi } from '../support/feedback.ts';
import { sharedService } from '../support/service.ts';
import { newWorkspace } from '../support/workspace.ts';

const { baseUrl } = sharedService();
let slug: string;

beforeAll(async () => {
  const workspace = await newWorkspace();
  ({ slug } = await feedbackApi(workspace, (await workspace.person('admin')).client).portal());
});

/** Status and headers, but for those that each answer has its own of. */
async function ask(method: 'GET' | 'HEAD', path: string, accept: string) {
  const answer = await fetch(baseUrl + path, { method, redirect: 'manual', headers: { accept } });
  const own = /^(date|connection|keep-alive|.*request-?id|set-cookie)$/;
  const headers = [...answer.headers].filter(([name]) => !own.test(name));
  return { status: answer.status, headers, text: await answer.text() };
}

test.each([
  ['/', 'text/html'],
  ['/docs/stories', 'text/html'],
  ['/docs/nothing', 'text/html'],
  ['/portals/{slug}/feedback', 'text/html'],
  ['/portals/{slug}/feedback', 'application/json'],
  ['/portals/{slug}/feedback/updates.atom', '*/*'],
  ['/portals/nobody/feedback', 'text/html'],
  ['/sign-in', 'text/html'],
  ['/.well-known/oauth-authorization-server', '*/*'],
  ['/liveness', '*/*'],
  ['/openapi.json', '*/*'],
])('HEAD of %s (%s) answers as GET would, without the body', async (path, accept) => {
  const address = path.replace('{slug}', slug);
  const [whole, head] = [await ask('GET', address, accept), await ask('HEAD', address, accept)];
  expect(whole.text).not.toBe('');
  expect(head).toEqual({ ...whole, text: '' });
});
