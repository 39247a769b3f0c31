import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { httpHandler } from '../shared/api/http/http-handler.ts';
import { routeKeyOf } from '../shared/api/http/methods.ts';
import { prefersHtml } from '../shared/api/http/public-read.ts';
import { toResult, toWebRequest, webHandler } from '../shared/api/http/web-handler.ts';
import { docsRoutes } from '../shared/docs/index.ts';
import { canonicalPath } from '../shared/public-portals/canonical-path.ts';
import { systemOperations } from '../shared/system/index.ts';
import { unknownPage } from '../shared/system/unknown-page.ts';
import { unknownRoute } from '../shared/system/unknown-route.ts';

const pages = webHandler(docsRoutes);
const pageKeys = new Set(docsRoutes.map(({ method, path }) => `${method} ${path}`));

/** Takes the `$default` route too, which gets what no other route takes. */
const operations = httpHandler(systemOperations, { otherwise: unknownRoute });

export const handler = async (event: APIGatewayProxyEventV2, context: Context) => {
  if (pageKeys.has(routeKeyOf(event))) return await pages(event);
  const { method } = event.requestContext.http;
  if (event.routeKey === '$default' && (method === 'GET' || method === 'HEAD')) {
    const location = canonicalPath(event.rawPath, event.rawQueryString);
    if (location !== undefined)
      return { statusCode: 302, headers: { location, 'cache-control': 'no-store' } };
    const request = toWebRequest(event);
    if (prefersHtml(request))
      return toResult(unknownPage(request, unknownRoute(method, event.rawPath)), request);
  }
  return await operations(event, context);
};
