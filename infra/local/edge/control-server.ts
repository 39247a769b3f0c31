import { startAwsServer, type AwsAnswer, type AwsRequest, type AwsServer } from '../runner/aws-server.ts';
import type { EdgeDefinition } from './definition.ts';

type ControlServer = AwsServer & {
  /** Serves a distribution from now on; `deploy` is called with the headers that its origin is to get. */
  serve: (definition: EdgeDefinition, deploy: (originHeaders: Record<string, string>) => void) => void;
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

  function answer({ method, path, headers, body }: AwsRequest): AwsAnswer {
    const [, id, isConfig] = DISTRIBUTION.exec(path) ?? [];
    const isUpdate = method === 'PUT' && isConfig !== undefined;
    if (id === undefined || !(isUpdate || (method === 'GET' && isConfig === undefined))) {
      return fail(404, 'NoSuchResource', 'The local runner supports Get- and UpdateDistribution only.');
    }
    if (isUpdate) {
      if (headers['if-match'] !== tag()) {
        return fail(412, 'PreconditionFailed', 'The distribution has been changed meanwhile.');
      }
      const asked = body.toString();
      const changed = Object.fromEntries(
        [...asked.matchAll(HEADER)].map(([, name, value]) => [name!, value!]),
      );
      if (!asked.includes(configOf({ ...served, headers: changed }))) {
        return fail(400, 'InvalidArgument', 'Only the values of headers can be changed here.');
      }
      served.headers = changed;
      version++;
      served.deploy(changed);
    }
    return {
      status: 200,
      headers: { 'content-type': 'text/xml', etag: tag() },
      body: distributionOf(id, served),
    };
  }

  const tag = () => `E${version}`;
  const server = await startAwsServer({ name: 'cloudfront', answer });
  return {
    ...server,
    serve: ({ origin, originHeaders }, deploy) => {
      served = { origin, headers: originHeaders, deploy };
    },
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

const fail = (status: number, code: string, message: string): AwsAnswer => ({
  status,
  headers: { 'content-type': 'text/xml' },
  body:
    `<ErrorResponse xmlns="${NAMESPACE}"><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message>` +
    '</Error><RequestId>local</RequestId></ErrorResponse>',
});
