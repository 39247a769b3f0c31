import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { EdgeDefinition } from './definition.ts';

type ControlServer = {
  endpoint: string;
  /** Serves a distribution from now on; `deploy` is called with the headers that its origin is to get. */
  serve: (definition: EdgeDefinition, deploy: (originHeaders: Record<string, string>) => void) => void;
  stop: () => Promise<void>;
};

const NAMESPACE = 'http://cloudfront.amazonaws.com/doc/2020-05-31/';
const DISTRIBUTION = /^\/2020-05-31\/distribution\/([^/]+)(\/config)?$/;
const HEADER = /<HeaderName>([^<]+)<\/HeaderName><HeaderValue>([^<]*)<\/HeaderValue>/g;

/**
 * Emulates GetDistribution and UpdateDistribution of CloudFront on a free loopback port. An update may change the
 * values of the origin's headers and nothing else, and names the version that it changes.
 * https://docs.aws.amazon.com/cloudfront/latest/APIReference/API_UpdateDistribution.html
 */
export async function startControlServer(): Promise<ControlServer> {
  let served: {
    origin: string;
    headers: Record<string, string>;
    deploy: (now: Record<string, string>) => void;
  };
  let version = 1;
  const server = createServer((request, response) => void answer(request, response));

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const [, id, isConfig] = DISTRIBUTION.exec(request.url ?? '') ?? [];
    const isUpdate = request.method === 'PUT' && isConfig !== undefined;
    if (id === undefined || !(isUpdate || (request.method === 'GET' && isConfig === undefined))) {
      return fail(
        response,
        404,
        'NoSuchResource',
        'The local runner supports Get- and UpdateDistribution only.',
      );
    }
    if (isUpdate) {
      if (request.headers['if-match'] !== tag()) {
        return fail(response, 412, 'PreconditionFailed', 'The distribution has been changed meanwhile.');
      }
      const headers = Object.fromEntries(
        [...body.matchAll(HEADER)].map(([, name, value]) => [name!, value!]),
      );
      if (!body.includes(configOf({ ...served, headers }))) {
        return fail(response, 400, 'InvalidArgument', 'Only the values of headers can be changed here.');
      }
      served.headers = headers;
      version++;
      served.deploy(headers);
    }
    response.writeHead(200, { 'content-type': 'text/xml', etag: tag() }).end(distributionOf(id, served));
  }

  const tag = () => `E${version}`;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    serve: ({ origin, originHeaders }, deploy) => {
      served = { origin, headers: originHeaders, deploy };
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

type Served = { origin: string; headers: Record<string, string> };

const distributionOf = (id: string, served: Served): string =>
  `<?xml version="1.0" encoding="UTF-8"?><Distribution xmlns="${NAMESPACE}"><Id>${id}</Id><Status>Deployed</Status>` +
  `<DistributionConfig>${configOf(served)}</DistributionConfig></Distribution>`;

/** As much of a configuration as the SDK requires. */
function configOf({ origin, headers }: Served): string {
  const items = Object.entries(headers).map(
    ([name, value]) =>
      `<OriginCustomHeader><HeaderName>${name}</HeaderName><HeaderValue>${value}</HeaderValue></OriginCustomHeader>`,
  );
  return (
    '<CallerReference>local</CallerReference><Origins><Quantity>1</Quantity><Items><Origin><Id>origin</Id>' +
    `<DomainName>${origin}</DomainName><CustomHeaders><Quantity>${items.length}</Quantity><Items>${items.join('')}` +
    '</Items></CustomHeaders></Origin></Items></Origins><DefaultCacheBehavior><TargetOriginId>origin</TargetOriginId>' +
    '<ViewerProtocolPolicy>redirect-to-https</ViewerProtocolPolicy></DefaultCacheBehavior><Comment>local</Comment>' +
    '<Enabled>true</Enabled>'
  );
}

function fail(response: ServerResponse, status: number, code: string, message: string): void {
  response
    .writeHead(status, { 'content-type': 'text/xml' })
    .end(
      `<ErrorResponse xmlns="${NAMESPACE}"><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message>` +
        '</Error><RequestId>local</RequestId></ErrorResponse>',
    );
}
