import { cacheControl } from '../../kernel/api/http/public-read.ts';
import { translateRedactions } from '../../kernel/core/email-addresses.ts';
import type { WebResponse } from '../../kernel/api/operation/web-route.ts';
import { memoizeByText } from '../../kernel/core/memoize-by-text.ts';
import { shortPath } from '../../kernel/slugs/host-addresses.ts';
import { withoutOverrides } from '../../kernel/core/visible.ts';
import { pageHeaders } from '../../kernel/html/headers.ts';
import { styleHashOf } from '../../kernel/html/page.ts';
import { themeOf } from '../../kernel/html/theme.ts';
import { CACHE_SECONDS } from './find-portal.ts';
import { portalDocumentView, type PortalFrame, type PortalView } from './layout-view.ts';

/** The style element of a color's pages, and its hash for their content security policy. */
const styleOf = memoizeByText(1_000, (color) => {
  const theme = themeOf(color);
  return { theme, styleHash: styleHashOf(theme) };
});

/**
 * The response with a portal's page, with the portal's name, color and logo, or the redirect to its own host. Pages with
 * forms of the team are shown in no frame.
 */
export function portalResponse(frame: PortalFrame, view: PortalView, status = 200): WebResponse {
  if (frame.isElsewhere && status === 200)
    return movedToHost(frame.baseUrl + shortPath(view.path, frame.portal.slug));
  const { theme, styleHash } = styleOf(frame.portal.color);
  const kept = frame.visitor || status !== 200 ? 'private, no-store' : cacheControl(CACHE_SECONDS);
  const uploadsTo = view.uploadUrl && new URL(view.uploadUrl).origin;
  const framedBy = frame.team ? [] : frame.portal.embedOrigins;
  return {
    status,
    headers: {
      ...pageHeaders({ styleHash, script: true, framedBy, uploadsTo }),
      'cache-control': kept,
    },
    body: translateRedactions(
      withoutOverrides(portalDocumentView(frame, view, theme).text),
      frame.t.language,
    ),
  };
}

/** Stored by no cache, since who is led on depends on more than their keys have. */
const movedToHost = (location: string): WebResponse => ({
  status: 301,
  headers: { location, 'cache-control': 'no-store' },
});
