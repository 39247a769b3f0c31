import { withEtag } from '../../kernel/api/http/public-read.ts';
import type { WebRoute } from '../../kernel/api/operation/web-route.ts';
import { addresses } from './addresses.ts';

/** The time for which browsers and caches may store the script, in seconds: its URL does not change with its text. */
const AGE_MAX_SECONDS = 60 * 60;

/** A script of this service. */
const scriptRoute = (id: string, path: string, load: () => Promise<string>): WebRoute => ({
  id,
  method: 'GET',
  path,
  handle: async ({ request }) =>
    withEtag(request, {
      status: 200,
      headers: {
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': `public, max-age=${AGE_MAX_SECONDS}`,
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
      },
      body: await load(),
    }),
});

/** The script of the widget; other sites include it, so that it may be read from everywhere. */
export const getWidget = scriptRoute(
  'getWidget',
  addresses.widget,
  async () => await (await import('./widget-script.ts')).widgetScript(),
);

/** The script of pages in a frame. */
export const getFrameScript = scriptRoute(
  'getFrameScript',
  addresses.frameScript('{portalSlug}'),
  async () => (await import('./frame-script.ts')).frameScript,
);
