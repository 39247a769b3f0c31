import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { httpHandler } from '../shared/api/http-handler.ts';
import { answeringKey } from '../shared/api/methods.ts';
import { webHandler } from '../shared/api/web-handler.ts';
import { docsRoutes } from '../shared/docs/index.ts';
import { tidyAddress } from '../shared/public-portals/tidy-address.ts';
import { systemOperations } from '../shared/system/index.ts';
import { unknownRoute } from '../shared/system/unknown-route.ts';

const pages = webHandler(docsRoutes);
const pageKeys = new Set(docsRoutes.map(({ method, path }) => `${method} ${path}`));

/** Takes the `$default` route too, which gets what no other route takes. */
const operations = httpHandler(systemOperations, { otherwise: unknownRoute });

export const handler = async (event: APIGatewayProxyEventV2, context: Context) => {
  if (pageKeys.has(answeringKey(event))) return await pages(event);
  const { method } = event.requestContext.http;
  const isRead = event.routeKey === '$default' && (method === 'GET' || method === 'HEAD');
  const location = isRead ? tidyAddress(event.rawPath, event.rawQueryString) : undefined;
  if (location !== undefined) return { statusCode: 302, headers: { location, 'cache-control': 'no-store' } };
  return await operations(event, context);
};
