import { errorEnvelope } from '../../kernel/api/http/envelope.ts';
import { entityTag, unlessKnown } from '../../kernel/api/http/entity-tag.ts';
import { DAY_MS } from '../../kernel/core/date-span.ts';
import { MCP_REVISIONS } from '../../kernel/api/mcp/revisions.ts';
import type { WebResponse, WebRoute } from '../../kernel/api/operation/web-route.ts';
import { serverIdentity, websiteUrlOf } from '../mcp/server-identity.ts';
import { textResponse } from '../docs/docs-response.ts';
import { pageFile } from '../docs/page-file.ts';
import { refuseUnknown } from './unknown-address.ts';
import { downloadClient } from './download-client.ts';
import { unknownRoute } from './unknown-route.ts';
import { EVENTS_FILE, eventsText } from './events-file.ts';
import { WORKFLOWS_FILE, workflowsText } from './workflows-file.ts';

const { title, version, description } = serverIdentity;

/** Where to report vulnerabilities: an address of mail or of a page. By default, the mailbox that RFC 2142 reserves. */
export const SECURITY_CONTACT_VARIABLE = 'SECURITY_CONTACT';

/** How long a file about security is good for: shorter than the year that RFC 9116 recommends at most. */
const SECURITY_VALIDITY_DAYS = 180;

/** Clients may store such documents for an hour. */
const CACHE_CONTROL = 'public, max-age=3600';

/** What a document describes. */
interface DescribedService {
  base: string;
  now: Date;
  contact: string | undefined;
}

interface DiscoveryDocument {
  id: string;
  path: string;
  contentType: string;
  text: (described: DescribedService) => string;
  /** What it describes, for clients that ask for its headers only. */
  items?: (base: string) => readonly string[];
}

const CATALOG_TYPE = 'application/ai-catalog+json';
const WORKFLOWS_TYPE = 'application/vnd.oai.workflows+json';
const EVENTS_TYPE = 'application/vnd.aai.asyncapi+json;version=3.0.0';
const CARD_TYPE = 'application/mcp-server-card+json';

/** The name of the MCP server: the host's, reversed as registries demand it. */
const serverName = (base: string): string => {
  const { hostname } = new URL(base);
  const isName = /[a-z]/i.test(hostname) && hostname.includes('.');
  return `${isName ? hostname.split('.').reverse().join('.') : 'localhost'}/plotline`;
};

const catalogItems = (base: string): string[] => [`${base}/api/v1`, `${base}/mcp`];

/** The documents that programs look for before they connect. */
const documents: DiscoveryDocument[] = [
  {
    // https://github.com/Agent-Card/ai-catalog, version 1.0
    id: 'aiCatalog',
    path: '/.well-known/ai-catalog.json',
    contentType: CATALOG_TYPE,
    text: ({ base }) =>
      JSON.stringify({
        specVersion: '1.0',
        host: {
          displayName: 'Plotline',
          identifier: new URL(base).hostname,
          documentationUrl: `${base}/docs`,
        },
        entries: [
          {
            identifier: `urn:air:${new URL(base).hostname}:mcp:plotline`,
            type: CARD_TYPE,
            url: `${base}/mcp/server-card`,
            description,
            version,
          },
        ],
      }),
  },
  {
    // SEP-2127
    id: 'mcpServerCard',
    path: '/mcp/server-card',
    contentType: CARD_TYPE,
    text: ({ base }) =>
      JSON.stringify({
        $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
        name: serverName(base),
        version,
        title,
        description,
        websiteUrl: websiteUrlOf(base),
        remotes: [{ type: 'streamable-http', url: `${base}/mcp`, supportedProtocolVersions: MCP_REVISIONS }],
      }),
  },
  {
    // RFC 9727
    id: 'apiCatalog',
    path: '/.well-known/api-catalog',
    contentType: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    items: catalogItems,
    text: ({ base }) =>
      JSON.stringify({
        linkset: [
          {
            anchor: `${base}/.well-known/api-catalog`,
            item: catalogItems(base).map((href) => ({ href })),
          },
          {
            anchor: `${base}/api/v1`,
            'service-desc': [
              { href: `${base}/openapi.json`, type: 'application/json' },
              { href: `${base}/${WORKFLOWS_FILE}`, type: WORKFLOWS_TYPE },
              { href: `${base}/${EVENTS_FILE}`, type: EVENTS_TYPE },
            ],
            'service-doc': [{ href: `${base}/docs`, type: 'text/html' }],
            status: [{ href: `${base}/readiness`, type: 'application/json' }],
          },
          {
            anchor: `${base}/mcp`,
            'service-desc': [{ href: `${base}/mcp/server-card`, type: CARD_TYPE }],
            'service-doc': [{ href: `${base}/docs/ai-clients`, type: 'text/html' }],
          },
        ],
      }),
  },
  {
    // https://spec.openapis.org/arazzo/v1.0.1.html
    id: 'workflowsDescription',
    path: `/${WORKFLOWS_FILE}`,
    contentType: WORKFLOWS_TYPE,
    text: ({ base }) => workflowsText(base),
  },
  {
    // https://www.asyncapi.com/docs/reference/specification/v3.0.0
    id: 'eventsDescription',
    path: `/${EVENTS_FILE}`,
    contentType: EVENTS_TYPE,
    text: () => eventsText(),
  },
  {
    // RFC 9116
    id: 'securityText',
    path: '/.well-known/security.txt',
    contentType: 'text/plain; charset=utf-8',
    text: ({ base, now, contact }) => {
      const ends = new Date(now.getTime() + SECURITY_VALIDITY_DAYS * DAY_MS);
      return [
        `Contact: ${contact ?? `mailto:security@${new URL(base).hostname}`}`,
        // The same for a day, so that caches agree.
        `Expires: ${ends.toISOString().slice(0, 10)}T00:00:00Z`,
        'Preferred-Languages: en',
        `Canonical: ${base}/.well-known/security.txt`,
        '',
      ].join('\n');
    },
  },
];

/** What any site may read, as SEP-2127 demands of a server's card. */
const openHeaders = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET',
  'access-control-allow-headers': 'Content-Type',
  'cache-control': CACHE_CONTROL,
  'x-content-type-options': 'nosniff',
};

const documentRoute = ({ id, path, contentType, text, items }: DiscoveryDocument): WebRoute => ({
  id,
  method: 'GET',
  path,
  handle: async ({ request, services, now }): Promise<WebResponse> => {
    const contact = services.setting(SECURITY_CONTACT_VARIABLE);
    const base = services.baseUrl();
    const body = text({ base, now, contact });
    const link = items?.(base).map((item) => `<${item}>; rel="item"`);
    const headers = {
      ...openHeaders,
      'content-type': contentType,
      etag: entityTag(body),
      ...(link && { link: link.join(', ') }),
    };
    return unlessKnown(request, { status: 200, headers, body });
  },
});

const markdownRoute = (id: string, name: string): WebRoute => ({
  id,
  method: 'GET',
  path: `/${name}.txt`,
  handle: async ({ request, services }) =>
    textResponse(request, pageFile(name, services.baseUrl(), 'md')!, 'text/markdown; charset=utf-8'),
});

/** The pages of the documentation for language models, as a list (https://llmstxt.org) and in one text. */
const textsForModels = [markdownRoute('llmsText', 'llms'), markdownRoute('llmsFullText', 'llms-full')];

/** A document of the service, which does not exist on the host of a portal: there it would speak for another company. */
const onOwnHost = (route: WebRoute): WebRoute => ({
  ...route,
  handle: async (call) => {
    if (call.home !== undefined) throw unknownRoute(call.request.method, call.request.path);
    return await route.handle(call);
  },
  answerError: async (error, call) =>
    await (call.home === undefined ? errorEnvelope(error, call, route) : refuseUnknown(error, call)),
});

/** What programs find of the service without a credential: the documents that describe it, and its client. */
export const discoveryRoutes: WebRoute[] = [
  ...documents.map(documentRoute),
  ...textsForModels,
  downloadClient,
].map(onOwnHost);
