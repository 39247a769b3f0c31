import type { WebResponse } from '../../kernel/api/operation/web-route.ts';
import { html } from '../../kernel/html/html.ts';
import { addresses } from '../portal/addresses.ts';
import type { PortalFrame } from '../portal/layout-view.ts';
import { portalResponse } from '../portal/portal-response.ts';
import { manageView } from './manage-nav-view.ts';
import { PageError } from '../session/page-error.ts';
import { problemOf } from '../kit/problem-of.ts';

/** Why a request of a member is refused, with a way back; throws other errors on. */
export function problemPage(frame: PortalFrame, error: unknown): WebResponse {
  const { status, problem } = problemOf(error, frame.t);
  const {
    t,
    portal: { slug },
  } = frame;
  const isGone = status === 404;
  const view = manageView({
    t,
    slug,
    path: addresses.manage(slug),
    tab: undefined,
    title: t.text(isGone ? 'error.missing' : error instanceof PageError ? error.title : 'manage.refused'),
    body: html`<p>${isGone ? t.text('manage.goneText') : problem.text}</p>
      <p><a class="button" href="${addresses.manage(slug)}">${t.text('manage.back')}</a></p>`,
  });
  return portalResponse(frame, view, status);
}
