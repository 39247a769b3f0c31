import type { Operation } from '../../kernel/api/operation/operation-kinds.ts';
import type { Tool } from '../../kernel/api/mcp/tool.ts';
import { html, type Fragment } from '../../kernel/html/html.ts';
import { placedOperations, readable, type ApiDocument } from './api-document.ts';
import type { Links } from './field-list.ts';
import type { Guide, GuideSource } from './guide.ts';
import { aiClientsGuide } from './guide-ai-clients.ts';
import { authenticationGuide } from './guide-authentication.ts';
import { compatibilityGuide } from './guide-compatibility.ts';
import { copiesGuide } from './guide-copies.ts';
import { findingGuide } from './guide-finding.ts';
import { errorsGuide } from './guide-errors.ts';
import { limitsGuide } from './guide-limits.ts';
import { listsGuide } from './guide-lists.ts';
import { planningGuide } from './guide-planning.ts';
import { portalsGuide } from './guide-portals.ts';
import { webhookEventsGuide } from './guide-webhook-events.ts';
import { writesGuide } from './guide-writes.ts';
import { part } from './heading.ts';
import { homePage, missingPage } from './home-page.ts';
import { addressOf, docsDocument, plainDocument, type PageMap } from './layout.ts';
import { overviewPage } from './overview-page.ts';
import { filledForm, searchPage } from './search-page.ts';
import { objectsIn, tagPage, type Tag } from './tag-page.ts';

interface ReferenceSource {
  document: unknown;
  operations: readonly Operation[];
  tools: readonly Tool[];
}

/** The page of objects that belong to no tag. */
const objectHomes: Record<string, string> = {
  Error: '/docs/errors#ErrorDetails',
  ErrorDetails: '/docs/errors#ErrorDetails',
  FieldError: '/docs/errors#FieldError',
  ErrorCode: '/docs/errors#codes',
  GatewayError: '/docs/errors#GatewayError',
  PageMeta: '/docs/lists#PageMeta',
  EventChange: '/docs/webhook-events#EventChange',
  Actor: '/docs/webhook-events#Actor',
};

/**
 * All pages of the reference as HTML, by name: the part of the path after /docs/, and `index`, `home`,
 * `missing` and `find`. BASE_URL is the placeholder for the service's own URL.
 */
export function renderReference({ document: made, operations, tools }: ReferenceSource): Map<string, string> {
  const document = readable(made);
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
  const guides = guidesOf({ document, operations, links: linksOn('') }, tools);
  const map = mapOf(guides, tags);
  return pagesByName([
    ['index', docsDocument('Documentation', overviewPage(guides, tags), map, { slug: '' })],
    ['home', plainDocument('Project planning as a service', homePage)],
    ['missing', docsDocument('Page not found', missingPage, map)],
    ['find', docsDocument('Search', searchPage, map, { form: filledForm })],
    ...guides.map((guide) => [guide.slug, docsDocument(guide.title, guideBody(guide), map, guide)] as const),
    ...tags.map((tag) => {
      const body = tagPage(tag, { document, operations }, objects.get(tag.slug)!, linksOn(tag.slug));
      return [tag.slug, docsDocument(tag.name, body, map, tag)] as const;
    }),
  ]);
}

function pagesByName(pages: readonly (readonly [string, string])[]): Map<string, string> {
  const byName = new Map(pages);
  if (byName.size < pages.length) throw new Error('Two documentation pages have the same name.');
  return byName;
}

function tagsOf(document: ApiDocument): Tag[] {
  const operations = placedOperations(document);
  return document.tags.map((tag) => ({
    ...tag,
    slug: tag.name.toLowerCase().replaceAll(' ', '-'),
    operations: endsLast(operations.filter(({ tags }) => tags.includes(tag.name))),
  }));
}

/** Deletions come last, innermost first, so that examples can be pasted in page order. */
const endsLast = (operations: Tag['operations']): Tag['operations'] => [
  ...operations.filter(({ method }) => method !== 'DELETE'),
  ...operations.filter(({ method }) => method === 'DELETE').reverse(),
];

const ownObjects = (operations: Tag['operations'], { components }: ApiDocument): string[] =>
  objectsIn(operations, components.schemas).filter((name) => !(name in objectHomes));

const guidesOf = (source: GuideSource, tools: readonly Tool[]): Guide[] => [
  authenticationGuide(source),
  errorsGuide(source),
  listsGuide(source),
  findingGuide(source),
  planningGuide(source),
  copiesGuide(source),
  writesGuide(source),
  limitsGuide(source),
  portalsGuide(source),
  webhookEventsGuide(source),
  aiClientsGuide(source, tools),
  compatibilityGuide,
];

const guideBody = ({ title, lead, parts }: Guide): Fragment =>
  html`<h1>${title}</h1>
    <p class="lead">${lead}</p>
    ${parts.map(({ id, title: heading, content }) => part(id, heading, content))}`;

const mapOf = (guides: readonly Guide[], tags: readonly Tag[]): PageMap => [
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
