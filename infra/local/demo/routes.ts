import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Demo } from '../../../cli/core/demo-file.ts';
import { CSRF_FIELD } from '../../../shared/pages/session/form-fields-view.ts';
import type { PageView } from '../../../shared/kernel/html/document-view.ts';
import { html, type Html } from '../../../shared/kernel/html/html.ts';
import { pageResponse } from '../../../shared/kernel/html/page.ts';
import { portalHome } from '../../../shared/kernel/slugs/host-store.ts';
import { addresses } from '../../../shared/pages/portal/addresses.ts';
import { boardPath } from '../../../shared/planning/paths/page-paths.ts';
import type { HttpResponse } from '../http/http-response.ts';
import type { LocalRequest } from '../http/local-request.ts';

/** The page that signs in to the demo, whose people and teams are known only once it has been made. */
export const DEMO = '/_local/demo';

/** Lets a browser look around as a person of the demo, whose passwords are in its file; a 404 where there is no demo. */
export async function handleDemoRequest(
  { message, body }: LocalRequest,
  home: string,
): Promise<HttpResponse> {
  const file = join(home, 'demo.json');
  const demo = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Demo) : undefined;
  if (!demo?.teams[0]) return text(404, 'There is no demo here; npm start makes one.');
  if (message.method !== 'POST') {
    const { headers, body: shown } = pageResponse(demoView(demo));
    // Without a referrer, browsers send forms with the origin null, which the guard takes for another site.
    return { status: 200, headers: { ...headers, 'referrer-policy': 'same-origin' }, body: shown };
  }
  const way =
    new URLSearchParams(body?.toString() ?? '').get('as') === 'admin' ? ways(demo).admin : ways(demo).user;
  return await signIn(demo.baseUrl, way);
}

interface Way {
  person: Demo['user'];
  /** The path of the page that they see first. */
  next: string;
}

const ways = ({ user, admin, teams, portalSlug }: Demo): Record<'user' | 'admin', Way> => ({
  user: { person: user, next: boardPath(teams[0]!.id) },
  admin: { person: admin, next: addresses.manage(portalSlug) },
});

/** Signs in as a browser does, with the form of the page for it. */
async function signIn(baseUrl: string, { person, next }: Way): Promise<HttpResponse> {
  const page = await fetch(`${baseUrl}/sign-in`);
  const visit = page.headers.getSetCookie();
  const [, token = ''] = new RegExp(`name="${CSRF_FIELD}" value="([^"]+)"`).exec(await page.text()) ?? [];
  const answer = await fetch(`${baseUrl}/sign-in`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: visit.map((cookie) => cookie.split(';')[0]!).join('; ') },
    body: new URLSearchParams({
      [CSRF_FIELD]: token,
      next,
      way: 'password',
      ...person,
    }),
  });
  const location = answer.headers.get('location');
  if (location === null) return text(answer.status, await answer.text(), 'text/html; charset=utf-8');
  return {
    status: 303,
    headers: { location, 'cache-control': 'no-store', 'set-cookie': answer.headers.getSetCookie() },
    body: '',
  };
}

const text = (status: number, body: string, type = 'text/plain; charset=utf-8'): HttpResponse => ({
  status,
  headers: { 'content-type': type, 'cache-control': 'no-store' },
  body,
});

const demoView = (demo: Demo): PageView => ({
  title: 'The demo',
  body: html`<section class="card">
    <h1>Look around in the demo</h1>
    <p>
      Boards and the settings of portals are for members. Choose as whom you look at them; here you need no
      password.
    </p>
    ${signInForm('user', 'Open the board as Max', 'A member of two teams, with stories of his own in the sprint.', demo)}
    ${signInForm('admin', 'Manage the portal as Ada', 'An admin: the inbox of ideas, updates, settings, and all boards.', demo)}
    <p class="quiet small">
      Visitors of <a href="${portalHome(demo.portalSlug)}">the portal</a> sign in with a code; all mail of
      this service is at <a href="/_local/mail">/_local/mail</a>.
    </p>
  </section>`,
});

const signInForm = (as: 'user' | 'admin', label: string, hint: string, demo: Demo): Html =>
  html`<form method="post" action="${DEMO}" class="wide">
    <button type="submit" name="as" value="${as}">${label}</button>
    <p class="hint">
      ${hint} Elsewhere, sign in as ${ways(demo)[as].person.email} with
      <code>${ways(demo)[as].person.password}</code>.
    </p>
  </form>`;
