import type { WebResponse } from '../../kernel/api/operation/web-route.ts';
import { html } from '../../kernel/html/html.ts';
import { addresses } from '../public-portals/addresses.ts';
import type { PortalFrame } from '../public-portals/layout-view.ts';
import { portalResponse } from '../public-portals/portal-response.ts';
import { manageView } from './manage-nav-view.ts';
import { problemOf } from './problem-of.ts';

/** Why a request of a member is refused, with a way back; throws other errors on. */
export function problemPage(frame: PortalFrame, error: unknown): WebResponse {
  const { status, problem } = problemOf(error);
  const { slug } = frame.portal;
  const isGone = status === 404;
  const view = manageView({
    slug,
    path: addresses.manage(slug),
    tab: undefined,
    title: isGone ? 'Page not found' : 'This did not work',
    body: html`<p>${isGone ? 'It may have been deleted or renamed.' : problem}</p>
      <p><a class="button" href="${addresses.manage(slug)}">Back to the inbox</a></p>`,
  });
  return portalResponse(frame, view, status);
}
