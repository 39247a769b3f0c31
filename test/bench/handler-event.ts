import type { HttpRequest } from './requests.ts';

const STORIES = '/api/v1/workspaces/{workspaceId}/stories';

/** The event that the gateway would make of a request for stories (events/stories.json). */
export function eventOf({ method, path, headers, body }: HttpRequest): object {
  const { pathname, search, searchParams } = new URL(path, 'http://localhost');
  const routeKey = `${method} ${STORIES}`;
  const query = Object.fromEntries(searchParams);
  return {
    version: '2.0',
    routeKey,
    rawPath: pathname,
    rawQueryString: search.slice(1),
    headers: { ...headers, host: 'localhost', 'user-agent': 'bench', 'x-forwarded-for': '127.0.0.1' },
    ...(search === '' ? {} : { queryStringParameters: query }),
    requestContext: {
      accountId: '123456789012',
      apiId: 'local',
      domainName: 'localhost',
      http: { method, path: pathname, protocol: 'HTTP/1.1', sourceIp: '127.0.0.1', userAgent: 'bench' },
      requestId: 'bench',
      routeKey,
      stage: '$default',
      timeEpoch: Date.now(),
    },
    ...(body === '' ? {} : { body }),
    isBase64Encoded: false,
  };
}
