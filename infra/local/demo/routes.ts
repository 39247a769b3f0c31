import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Demo } from '../../../cli/core/demo-file.ts';
import type { PageView } from '../../../shared/kernel/html/document-view.ts';
import { html } from '../../../shared/kernel/html/html.ts';
import { pageResponse } from '../../../shared/kernel/html/page.ts';
import { boardPath } from '../../../shared/planning/page-paths.ts';
import type { HttpResponse } from '../http/http-response.ts';

/** The page before the board of the demo's first team, whose id is known only once it has been made: it says who can see it. */
export const DEMO_BOARD = '/_local/demo-board';

/** Shows how to see the board of the demo's first team, which is its members'; a 404 where there is no demo. */
export function handleDemoRequest(home: string): HttpResponse {
  const file = join(home, 'demo.json');
  const demo = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Demo) : undefined;
  const team = demo?.teams[0];
  if (!demo || !team) {
    const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' };
    return { status: 404, headers, body: 'There is no demo here; npm start makes one.' };
  }
  const { headers, body } = pageResponse(demoBoardView(demo, boardPath(team.id)));
  return { status: 200, headers, body };
}

const demoBoardView = ({ user }: Demo, path: string): PageView => ({
  title: 'The demo board',
  body: html`<section class="card">
    <h1>The demo board</h1>
    <p>
      A board is for the members of its team. This one is for Max, one of the people of the demo: sign in as
      him to see it.
    </p>
    <p><span class="quiet">Email address:</span> <strong>${user.email}</strong></p>
    <p><span class="quiet">Password:</span> <code>${user.password}</code></p>
    <p class="quiet small">
      You can sign in with a code instead: all mail of this service is at
      <a href="/_local/mail">/_local/mail</a>.
    </p>
    <p class="wide"><a class="button" href="${path}">Go to the board</a></p>
  </section>`,
});
