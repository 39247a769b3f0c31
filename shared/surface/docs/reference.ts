import type { Operation } from '../../kernel/api/operation/operation-kinds.ts';
import type { Tool } from '../../kernel/api/mcp/tool.ts';
import { html, type Fragment } from '../../kernel/html/html.ts';
import { placedOperations, parseApiDocument, type ApiDocument } from './api-document.ts';
import type { Links } from './field-list.ts';
import { generatedParts } from './generated-parts.ts';
import type { Guide } from './guide.ts';
import { readGuide } from './guide-file.ts';
import { section } from './heading.ts';
import { homeView, missingView } from './home-view.ts';
import { addressOf, docsDocument, plainDocument, type PageMap } from './layout.ts';
import { overviewView } from './overview-view.ts';
import { filledForm, searchView } from './search-view.ts';
import { objectsIn, tagView, type DocumentedTag } from './tag-view.ts';

interface ReferenceSource {
  document: unknown;
  operations: readonly Operation[];
  tools: readonly Tool[];
}

/** The page of objects that belong to no tag. */
const objectHomes: Record<string, string> = {
  Error: '/docs/errors#the-error-object',
  ErrorDetails: '/docs/errors#the-error-object',
  FieldError: '/docs/errors#invalid-fields',
  ErrorCode: '/docs/errors#codes',
  GatewayError: '/docs/errors#errors-from-the-gateway',
  PageMeta: '/docs/lists#pages',
  EventChange: '/docs/webhook-events#eventchange',
  Actor: '/docs/webhook-events#actor',
};

/**
 * All pages of the reference as HTML, by name: the part of the path after /docs/, and `index`, `home`,
 * `missing` and `find`. BASE_URL is the placeholder for the service's own URL.
 */
export function renderReference({ document: made, operations, tools }: ReferenceSource): Map<string, string> {
  const document = parseApiDocument(made);
  const tags = tagsOf(document);
  const objects = new Map(tags.map(({ slug, operations: own }) => [slug, ownObjects(own, document)]));
  const linksOn = (page: string): Links => ({
    toOperation: (id) => {
      const tag = tags.find((one) => one.operations.some(({ operationId }) => operationId === id));
      return tag && `${tag.slug === page ? '' : addressOf(tag.slug)}#${id}`;
    },
    toObject: (name) => {
      if (objects.get(page)?.includes(name)) return `#${name}`;
      const [home] = [...objects].find(([, names]) => names.includes(name)) ?? [];
      const address = objectHomes[name] ?? (home && `${addressOf(home)}#${name}`);
      if (!address) throw new Error(`${page} refers to ${name}, which is not described.`);
      return address;
    },
  });
  const links = linksOn('');
  const generated = generatedParts(document, links, tools);
  const guides = guideSlugs.map((slug) => readGuide(slug, { generated, toOperation: links.toOperation }));
  const map = mapOf(guides, tags);
  return pagesByName([
    ['index', docsDocument('Documentation', overviewView(guides, tags), map, { slug: '' })],
    ['home', plainDocument('Project planning as a service', homeView)],
    ['missing', docsDocument('Page not found', missingView, map)],
    ['find', docsDocument('Search', searchView, map, { form: filledForm })],
    ...guides.map((guide) => [guide.slug, docsDocument(guide.title, guideBody(guide), map, guide)] as const),
    ...tags.map((tag) => {
      const body = tagView(tag, { document, operations }, objects.get(tag.slug)!, linksOn(tag.slug));
      return [tag.slug, docsDocument(tag.name, body, map, tag)] as const;
    }),
  ]);
}

function pagesByName(pages: readonly (readonly [string, string])[]): Map<string, string> {
  const byName = new Map(pages);
  if (byName.size < pages.length) throw new Error('Two documentation pages have the same name.');
  return byName;
}

function tagsOf(document: ApiDocument): DocumentedTag[] {
  const operations = placedOperations(document);
  return document.tags.map((tag) => ({
    ...tag,
    slug: tag.name.toLowerCase().replaceAll(' ', '-'),
    operations: endsLast(operations.filter(({ tags }) => tags.includes(tag.name))),
  }));
}

/** Deletions come last, innermost first, so that examples can be pasted in page order. */
const endsLast = (operations: DocumentedTag['operations']): DocumentedTag['operations'] => [
  ...operations.filter(({ method }) => method !== 'DELETE'),
  ...operations.filter(({ method }) => method === 'DELETE').reverse(),
];

const ownObjects = (operations: DocumentedTag['operations'], { components }: ApiDocument): string[] =>
  objectsIn(operations, components.schemas).filter((name) => !(name in objectHomes));

/** The guides in the order of the navigation. */
export const guideSlugs = [
  'authentication',
  'errors',
  'lists',
  'finding-stories',
  'planning',
  'copies',
  'writes',
  'limits',
  'portals',
  'webhook-events',
  'moving-in',
  'templates',
  'pull-requests',
  'ai-clients',
  'compatibility',
];

const guideBody = ({ title, lead, parts }: Guide): Fragment =>
  html`<h1>${title}</h1>
    <p class="lead">${lead}</p>
    ${parts.map(({ id, title: heading, content }) => section(id, heading, content))}`;

const mapOf = (guides: readonly Guide[], tags: readonly DocumentedTag[]): PageMap => [
  { title: 'Guides', entries: [{ slug: '', title: 'Overview', parts: [] }, ...guides] },
  {
    title: 'Operations',
    entries: tags.map(({ slug, name, operations }) => ({
      slug,
      title: name,
      parts: operations.map(({ operationId, summary }) => ({ id: operationId, title: summary })),
    })),
  },
];
