import type { ApiError } from '../../kernel/core/errors.ts';
import type { WebRequest, WebResponse } from '../../kernel/api/operation/web-route.ts';
import { pageResponse } from '../../kernel/html/page.ts';
import { addresses } from '../../pages/public-portals/addresses.ts';
import { unknownView } from './unknown-view.ts';

/** The error of unknownRoute as a page, with links to continue from. */
export function unknownPage({ path }: Pick<WebRequest, 'path'>, error: ApiError): WebResponse {
  const portal = /^\/portals\/([a-z0-9-]{1,100})\//.exec(path)?.[1];
  const view = unknownView({
    isMissing: error.status === 404,
    portalPath: portal && addresses.portal(portal),
  });
  const { headers, ...page } = pageResponse({ ...view, status: error.status });
  return { ...page, headers: { ...headers, ...error.headers, vary: 'Accept' } };
}
