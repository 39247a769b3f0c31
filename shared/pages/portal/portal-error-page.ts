import type { WebCall, WebResponse } from '../../kernel/api/operation/web-route.ts';

/** An error of a portal route as a page, whose code is loaded when there is one to show. */
export async function portalErrorPage(error: unknown, call: WebCall): Promise<WebResponse> {
  const { errorAsPage } = await import('./error-as-page.ts');
  return await errorAsPage(error, call);
}
