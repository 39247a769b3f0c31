import type { ApiError } from '../../kernel/core/errors.ts';
import type { WebResponse } from '../../kernel/api/operation/web-route.ts';
import { pageResponse } from '../../kernel/html/page.ts';
import { unknownView } from './unknown-view.ts';

/** The error of unknownRoute as a page, with links to continue from. */
export function unknownPage(error: ApiError): WebResponse {
  const { headers, ...page } = pageResponse({ ...unknownView(error.status === 404), status: error.status });
  return { ...page, headers: { ...headers, ...error.headers, vary: 'Accept' } };
}
