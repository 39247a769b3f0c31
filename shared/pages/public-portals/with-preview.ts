import { prefersHtml } from '../../kernel/api/http/public-read.ts';
import { ApiError } from '../../kernel/core/errors.ts';
import type { WebCall, WebRoute } from '../../kernel/api/operation/web-route.ts';
import { cookieNames } from '../session/cookies.ts';

/** A page of a portal that the portal's own team also sees while the portal is private. */
export function withPreview(route: WebRoute): WebRoute {
  const { answerError } = route;
  if (!answerError) return route;
  return {
    ...route,
    async answerError(error, call) {
      if (!mayBePreview(error, call)) return await answerError(error, call);
      try {
        const { previewPage } = await import('./preview.ts');
        return (await previewPage(route, call)) ?? (await answerError(error, call));
      } catch (another) {
        return await answerError(another, call);
      }
    },
  };
}

/** Programs and visitors without an account get the 404 at once. */
const mayBePreview = (error: unknown, { request }: WebCall): boolean =>
  error instanceof ApiError &&
  error.status === 404 &&
  request.cookies[cookieNames.session] !== undefined &&
  prefersHtml(request);
