import type { Operation } from '../../kernel/api/operation/operation-kinds.ts';
import { tagGroups } from '../../kernel/api/operation/tags.ts';
import type { Tool } from '../../kernel/api/mcp/tool.ts';
import { html, type Fragment } from '../../kernel/html/html.ts';
import { placedOperations, parseApiDocument, type ApiDocument } from './api-document.ts';
import { CHANGELOG } from './changelog-address.ts';
import { changelogFilter } from './changelog-filter.ts';
import type { DocsPage } from './docs-page.ts';
import type { Links } from './field-list.ts';
import { generatedParts } from './generated-parts.ts';
import type { Guide } from './guide.ts';
import { readGuide } from './guide-file.ts';
import { section } from './heading.ts';
import { homePages } from './home-pages.ts';
import { missingView } from './missing-view.ts';
import { operationAddress, tagSlug } from '../../kernel/api/operation/docs-address.ts';
import { addressOf, docsDocument, type PageMap } from './layout.ts';
import { inUsualOrder } from './operation-order.ts';
import { operationView } from './operation-view.ts';
import { operationsView } from './operations-view.ts';
import { overviewView, type ReferenceGroups } from './overview-view.ts';
import { guideGroups, guideSlugs } from './guide-groups.ts';
import { filledForm, searchView } from './search-view.ts';
import { objectsIn, returnedObject, tagView, type DocumentedTag } from './tag-view.ts';
import { readWorkflows } from './workflow-document.ts';
import { workflowParts } from './workflows.ts';

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

/** All pages of the reference. BASE_URL is the placeholder for the service's own URL. */
export function renderReference({ document: made, operations, tools }: ReferenceSource): DocsPage[] {
  const document = parseApiDocument(made);
  const tags = tagsOf(document);
  const objects = objectsByTag(tags, document);
  const toOperation = (id: string) => {
    const tag = tags.find((one) => one.operations.some(({ operationId }) => operationId === id));
    return tag && operationAddress(tag.slug, id);
  };
  const linksOn = (page: string): Links => ({
    toOperation,
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
  const parts = { workflows: workflowParts(readWorkflows(), document, toOperation) };
  const guides = guideSlugs.map((slug) => readGuide(slug, { generated, parts, toOperation }));
  const map = mapOf(guides, tags);
  const source = { document, operations };
  return withoutDoubles([
    {
      name: 'index',
      title: 'Documentation',
      text: docsDocument('Documentation', overviewView(guides, groupsOf(tags), document), map, {
        slug: '',
        about: ABOUT,
      }),
    },
    {
      name: OPERATIONS,
      title: 'All operations',
      text: docsDocument('All operations', operationsView(tags), map, { slug: OPERATIONS, about: ABOUT }),
    },
    ...homePages(),
    {
      name: 'missing',
      title: 'Page not found',
      text: docsDocument('Page not found', missingView, map, { form: filledForm }),
    },
    { name: 'find', title: 'Search', text: docsDocument('Search', searchView, map, { form: filledForm }) },
    ...guides.map((guide) => ({
      name: guide.slug,
      title: guide.title,
      text: docsDocument(guide.title, guideBody(guide, guides), map, { slug: guide.slug, about: guide.lead }),
    })),
    ...tags.map((tag) => ({
      name: tag.slug,
      title: tag.name,
      text: docsDocument(tag.name, tagView(tag, source, objects.get(tag.slug)!, linksOn(tag.slug)), map, {
        slug: tag.slug,
        about: tag.description,
      }),
    })),
    ...tags.flatMap((tag) =>
      tag.operations.map((operation) => {
        const { operationId, summary } = operation;
        const part = operationAddress(tag.slug, operationId);
        const body = operationView(operation, source, links);
        const text = docsDocument(`${summary} · ${tag.name}`, body, map, {
          slug: tag.slug,
          part,
          about: operation.description,
        });
        return { name: `${tag.slug}/${operationId}`, title: summary, above: tag.name, text };
      }),
    ),
  ]);
}

const OPERATIONS = 'operations';
const ABOUT =
  'Stories, sprints, objectives and feedback portals by a REST API, MCP and webhooks: every operation with an example.';

const groupsOf = (tags: readonly DocumentedTag[]): ReferenceGroups =>
  Object.entries(tagGroups).map(([title, names]) => ({
    title,
    tags: tags.filter(({ name }) => name in names),
  }));

function withoutDoubles(pages: DocsPage[]): DocsPage[] {
  if (new Set(pages.map(({ name }) => name)).size < pages.length)
    throw new Error('Two documentation pages have the same name.');
  return pages;
}

function tagsOf(document: ApiDocument): DocumentedTag[] {
  const operations = placedOperations(document);
  return document.tags.map((tag) => ({
    ...tag,
    slug: tagSlug(tag.name),
    operations: inUsualOrder(operations.filter(({ tags }) => tags.includes(tag.name))),
  }));
}

/** The objects that each tag's page describes: those that it returns itself, and others that no page before it does. */
function objectsByTag(tags: readonly DocumentedTag[], { components }: ApiDocument): Map<string, string[]> {
  const homes = new Map<string, string>();
  const add = (slug: string, names: readonly string[]) => {
    for (const name of names) if (!homes.has(name) && !(name in objectHomes)) homes.set(name, slug);
  };
  for (const { slug, operations } of tags) add(slug, operations.flatMap(returnedObject));
  const all = new Map(tags.map(({ slug, operations }) => [slug, objectsIn(operations, components.schemas)]));
  for (const [slug, names] of all) add(slug, names);
  return new Map([...all].map(([slug, names]) => [slug, names.filter((name) => homes.get(name) === slug)]));
}

/** A guide, and at its end a link to the next one. */
function guideBody({ slug, title, opening, parts }: Guide, guides: readonly Guide[]): Fragment {
  const next = guides[guides.findIndex((one) => one.slug === slug) + 1];
  return html`<h1>${title}</h1>
    <p class="lead">${opening}</p>
    ${slug === CHANGELOG && changelogFilter()}
    ${parts.map(({ id, title: heading, content }) => section(id, heading, content))}
    ${next && html`<p class="next">Next: <a href="${addressOf(next.slug)}">${next.title}</a></p>`}`;
}

const mapOf = (guides: readonly Guide[], tags: readonly DocumentedTag[]): PageMap => [
  { kind: 'Guides', title: '', entries: [{ slug: '', title: 'Overview', parts: [] }] },
  ...guideGroups.map(({ title, slugs }) => ({
    kind: 'Guides' as const,
    title,
    entries: guides
      .filter(({ slug }) => slugs.includes(slug))
      .map(({ slug, title: own, parts }) => ({
        slug,
        title: own,
        parts: parts.map(({ id, title: heading }) => ({ address: `#${id}`, title: heading })),
      })),
  })),
  { kind: 'Reference', title: '', entries: [{ slug: OPERATIONS, title: 'All operations', parts: [] }] },
  ...groupsOf(tags).map((group) => ({
    kind: 'Reference' as const,
    title: group.title,
    entries: group.tags.map(({ slug, name, operations }) => ({
      slug,
      title: name,
      parts: operations.map(({ operationId, summary }) => ({
        address: operationAddress(slug, operationId),
        title: summary,
      })),
    })),
  })),
];
