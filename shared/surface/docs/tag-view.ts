import { html, type Fragment } from '../../kernel/html/html.ts';
import { componentName, jsonSchema, type PlacedOperation, type Schema } from './api-document.ts';
import { choicesList, fieldList, type Links } from './field-list.ts';
import { anchor, heading } from './heading.ts';
import type { OperationSource } from './example-view.ts';
import { operationAddress } from '../../kernel/api/operation/docs-address.ts';
import { foldedChoices, typeInWords } from './schema-words.ts';
import { variablesSection } from './variables-section.ts';

export interface DocumentedTag {
  name: string;
  description: string;
  slug: string;
  operations: readonly PlacedOperation[];
}

/** The page of a tag: its operations, each with a page of its own, and the objects in their responses. */
export function tagView(
  tag: DocumentedTag,
  { document }: OperationSource,
  objects: readonly string[],
  links: Links,
): Fragment {
  const { schemas } = document.components;
  const main = tag.operations.flatMap(returnedObject).find((name) => objects.includes(name)) ?? objects[0];
  const sorted = objects.toSorted((one, other) => Number(other === main) - Number(one === main));
  return html`<h1>${tag.name}</h1>
    <p class="lead">${tag.description}</p>
    ${operationIndex(tag)} ${variablesSection(tag.operations, document)}
    ${sorted.map((name) => objectSection(name, schemas[name]!, { links, isFolded: name !== main }))}`;
}

/** Operations by summary, each with a link to its page, under the anchor that it once had. */
const operationIndex = ({ slug, operations }: DocumentedTag): Fragment =>
  html`<ul class="index">
    ${operations.map(({ operationId, method, path, summary }) => html`<li id="${operationId}"><span class="verb ${method}">${method}</span> <a href="${operationAddress(slug, operationId)}">${summary}</a> <code>${shortPath(path)}</code></li>`)}
  </ul>`;

/** A path without what nearly all begin with. */
export const shortPath = (path: string): string => path.replace(BEGINNING, '');

/** What nearly all paths begin with. */
const BEGINNING = /^\/api\/v1(?:\/workspaces\/\{workspaceId\}(?=\/))?/;

/** What the operations return first is shown, other objects are opened. */
function objectSection(
  name: string,
  schema: Schema,
  { links, isFolded }: { links: Links; isFolded: boolean },
): Fragment {
  const content = html`${schema.description && html`<p>${schema.description}</p>`}
  ${
    schema.properties
      ? fieldList(schema, links, 'answer')
      : html`<p>${typeInWords(schema, links.toObject)}</p>
          ${choicesList(foldedChoices(schema))}`
  }`;
  return html`<section class="object" id="${name}">
    ${
      isFolded
        ? html`<details class="folded">
              <summary><h2>${name}</h2></summary>
              ${content}
            </details>
            ${anchor(name, name)}`
        : html`${heading('h2', name, name)} ${content}`
    }
  </section>`;
}

/** The name of the component that is the `data` of an operation's response, or an item of it. */
export function returnedObject({ responses }: PlacedOperation): string[] {
  const [, success] = Object.entries(responses).find(([status]) => Number(status) < 300)!;
  const data = jsonSchema(success)?.properties?.['data'];
  const name = data && (componentName(data) ?? (data.items && componentName(data.items)));
  return name ? [name] : [];
}

/** Names of the components in operations' responses, including nested ones. */
export function objectsIn(operations: readonly PlacedOperation[], schemas: Record<string, Schema>): string[] {
  const found = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const name = componentName(value);
    if (name && !found.has(name)) {
      found.add(name);
      visit(schemas[name]);
    }
    Object.values(value).forEach(visit);
  };
  for (const { responses } of operations) {
    visit(
      Object.entries(responses)
        .filter(([status]) => Number(status) < 300)
        .map(([, { content }]) => content),
    );
  }
  for (const { requestBody } of operations)
    visit(bodyParts(requestBody?.content?.['application/json']?.schema, schemas));
  return [...found];
}

/** The components that a body's fields refer to; the body itself is described with its operation. */
const bodyParts = (schema: Schema | undefined, schemas: Record<string, Schema>): unknown => {
  const name = schema && componentName(schema);
  return (name ? schemas[name] : schema)?.properties;
};
