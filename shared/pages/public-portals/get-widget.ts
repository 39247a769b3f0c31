import { withEtag } from '../../kernel/api/http/public-read.ts';
import type { WebRoute } from '../../kernel/api/operation/web-route.ts';
import { addresses } from '../portal/addresses.ts';

/** The time for which browsers and caches may store the script, in seconds: its URL does not change with its text. */
const AGE_MAX_SECONDS = 60 * 60;

/** The script of the widget; other sites include it, so that it may be read from everywhere. */
export const getWidget: WebRoute = {
  id: 'getWidget',
  method: 'GET',
  path: addresses.widget,
  handle: async ({ request }) =>
    withEtag(request, {
      status: 200,
      headers: {
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': `public, max-age=${AGE_MAX_SECONDS}`,
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
      },
      body: await (await import('./widget-script.ts')).widgetScript(),
    }),
};
