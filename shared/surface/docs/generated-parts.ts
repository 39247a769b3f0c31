import { errorCodes, type ErrorCode } from '../../kernel/core/errors.ts';
import { scopes } from '../../kernel/core/scopes.ts';
import { html, type Fragment } from '../../kernel/html/html.ts';
import type { Tool } from '../../kernel/api/mcp/tool.ts';
import { toolSets } from '../../kernel/api/operation/tool-sets.ts';
import { disabledReasons } from '../../events/webhooks/webhook.ts';
import { jsonSchema, componentName, type ApiDocument, type Schema } from './api-document.ts';
import { englishWords } from '../../planning/pictures/look.ts';
import { errorMeanings } from './error-meanings.ts';
import { exampleOf } from './example.ts';
import { fieldList, type Links } from './field-list.ts';
import { block, code, glossary } from './guide.ts';
import { forecastFigure } from './home-picture-view.ts';
import { prose } from './prose.ts';
import { recipeBlocks } from './rule-recipes.ts';
import { readWorkflows } from './workflow-document.ts';
import { workflowLinks } from './workflows.ts';

type ShownTool = Pick<Tool, 'name' | 'set' | 'description' | 'annotations' | 'role'>;

/** The parts of guides that are derived from code, by the names that docs/guides calls them. */
export const generatedParts = (document: ApiDocument, links: Links, tools: readonly ShownTool[]) => {
  const fieldsOf = (component: string) => fieldList(document.components.schemas[component]!, links, 'answer');
  const { parameters = [] } = document.webhooks['story.updated']!.post;
  return {
    scopes: glossary(
      Object.entries(scopes).map(([scope, meaning]) => [code(scope), prose(meaning, links.toOperation)]),
    ),
    'error-object': fieldsOf('ErrorDetails'),
    'error-fields': fieldsOf('FieldError'),
    'error-codes': html`<dl class="fields terms">
      ${(Object.keys(errorCodes) as ErrorCode[]).map((name) => errorEntry(name, links))}
    </dl>`,
    'page-meta': fieldsOf('PageMeta'),
    'event-types': glossary(eventEntries(document.webhooks, links)),
    'event-body': fieldList(eventBody(document), links, 'answer'),
    'event-example': block('Example event', exampleEvent(document)),
    'event-change': fieldsOf('EventChange'),
    actor: fieldsOf('Actor'),
    'event-headers': glossary(
      parameters.map(({ name, description = '' }) => [code(name), prose(description, links.toOperation)]),
    ),
    'forecast-picture': forecastFigure(
      'Sign in with a passkey',
      'The forecast of an objective: the bands end where 50, 85 and 95 % of the simulations do',
      englishWords(),
      (number) => `day ${number}`,
    ),
    'disabled-reasons': glossary(
      Object.entries(disabledReasons).map(([reason, meaning]) => [code(reason), meaning]),
    ),
    'tool-sets': glossary(Object.entries(toolSets).map(([set, meaning]) => [code(set), meaning])),
    tools: glossary(tools.map((tool) => toolEntry(tool, links))),
    'rule-recipes': recipeBlocks(),
    'workflow-links': workflowLinks(readWorkflows()),
  } satisfies Record<string, Fragment>;
};

const errorEntry = (name: ErrorCode, { toOperation }: Links): Fragment =>
  html`<div id="${name}">
    <dt>
      <a href="#${name}"><code>${name}</code></a> <span class="type">${errorCodes[name].status}</span>
    </dt>
    <dd>${prose(`${errorMeanings[name]} ${errorCodes[name].hint}`, toOperation)}</dd>
  </div>`;

const bodyOf = ({ webhooks }: ApiDocument, type: string) => jsonSchema(webhooks[type]!.post.requestBody!)!;

/** The fields that the bodies of all events have. */
function eventBody(document: ApiDocument): Schema {
  const { properties, ...rest } = bodyOf(document, 'story.updated');
  const type = { type: 'string', description: 'The event type.' };
  const data = { type: 'object', description: 'The resource that the event is about.' };
  return { ...rest, properties: { ...properties, type, data } };
}

const exampleEvent = (document: ApiDocument): string =>
  JSON.stringify(
    exampleOf(bodyOf(document, 'story.updated'), document.components.schemas, 'answer'),
    null,
    2,
  );

/** What the usual types say by their names. */
const USUAL = /\.(?:created|updated|deleted)$/;

/** A row for each resource: its types, its object, and what the types mean that are not those of all. */
function eventEntries(webhooks: ApiDocument['webhooks'], links: Links): [Fragment, Fragment][] {
  const groups = Map.groupBy(Object.entries(webhooks), ([type]) => type.split('.')[0]!);
  return [...groups.values()].map((events) => {
    const [[first, { post }]] = events as [(typeof events)[number]];
    const others = events.slice(1).map(([type]) => [' ', code(type)]);
    const name = componentName(jsonSchema(post.requestBody!)!.properties!['data']!)!.replace(/Event$/, '');
    const meanings = events
      .filter(([type]) => !USUAL.test(type))
      .map(([type, event]) => html` ${code(type)}: ${event.post.summary}.`);
    return [[code(first), others], html`<a href="${links.toObject(name)}">${name}</a>.${meanings}`];
  });
}

function toolEntry(
  { name, set, description, annotations, role }: ShownTool,
  links: Links,
): [Fragment, Fragment] {
  const effect = annotations.readOnlyHint ? 'reads' : annotations.destructiveHint ? 'changes' : 'adds';
  const least = role !== 'guest' && `, for a ${role} or above`;
  const further = set !== 'core' && `, in the set ${set}`;
  return [
    html`${code(name)} <span class="type">${effect}${least}${further}</span>`,
    prose(description, links.toOperation),
  ];
}
