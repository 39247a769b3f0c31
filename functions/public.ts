import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { httpHandler } from '../shared/api/http-handler.ts';
import { answeringKey } from '../shared/api/methods.ts';
import { webHandler } from '../shared/api/web-handler.ts';
import { docsRoutes } from '../shared/docs/index.ts';
import { systemOperations } from '../shared/system/index.ts';
import { unknownRoute } from '../shared/system/unknown-route.ts';

const pages = webHandler(docsRoutes);
const pageKeys = new Set(docsRoutes.map(({ method, path }) => `${method} ${path}`));

/** Takes the `$default` route too, which gets what no other route takes. */
const operations = httpHandler(systemOperations, { otherwise: unknownRoute });

export const handler = (event: APIGatewayProxyEventV2, context: Context) =>
  pageKeys.has(answeringKey(event)) ? pages(event) : operations(event, context);
