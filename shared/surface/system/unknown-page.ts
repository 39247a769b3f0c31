import type { ApiError } from '../../kernel/core/errors.ts';
import type { WebRequest, WebResponse } from '../../kernel/api/operation/web-route.ts';
import { pageResponse } from '../../kernel/html/page.ts';
import { textsFor } from '../../pages/session/texts-for.ts';
import { unknownView } from './unknown-view.ts';

/** The error of unknownRoute as a page, with links to continue from. */
export async function unknownPage(error: ApiError, request: WebRequest): Promise<WebResponse> {
  const view = unknownView(error.status === 404, await textsFor(request));
  const { headers, ...page } = pageResponse({ ...view, status: error.status });
  return { ...page, headers: { ...headers, ...error.headers, vary: 'Accept' } };
}
