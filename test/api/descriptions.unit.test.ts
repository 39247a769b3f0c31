import { expect, test } from 'vitest';
import { openApiDocument } from '../../shared/kernel/api/openapi/document.ts';
import { componentNotes } from '../../shared/surface/docs/component-notes.ts';
import { fieldNotes } from '../../shared/surface/docs/field-notes.ts';
import { withExamples } from '../../shared/surface/docs/with-examples.ts';
import { withNotes } from '../../shared/surface/docs/with-notes.ts';
import { namedEnums } from '../../shared/surface/named-enums.ts';
import { describedEvents } from '../../shared/projections/events/event-descriptions.ts';
import { allOperations, webRegistry } from '../../shared/surface/registry.ts';

/** What the document says in words, as someone reads it who generates a client and sees nothing else. */
type Part = Record<string, any>;

const document: Part = withExamples(
  withNotes(
    openApiDocument({
      operations: allOperations,
      routes: Object.values(webRegistry).flat(),
      events: describedEvents,
      namedEnums,
    }),
  ),
);
const { components } = document;
const operations = Object.values<Part>(document['paths']).flatMap((methods) => Object.values<Part>(methods));

const resolved = (part: Part): Part => {
  const [kind, name] = String(part['$ref'] ?? '')
    .split('/')
    .slice(-2) as [string, string];
  return part['$ref'] ? (components[kind][name] as Part) : part;
};

test('every parameter is described', () => {
  const undescribed = operations.flatMap(({ operationId, parameters = [] }) =>
    (parameters as Part[]).flatMap((one) => {
      const { name, description } = resolved(one);
      return description ? [] : [`${operationId}.${name}`];
    }),
  );
  expect(undescribed).toEqual([]);
});

test('no description repeats the summary', () => {
  const repeating = operations.filter(({ summary, description }) =>
    String(description).startsWith(`${summary}.`),
  );
  expect(repeating.map(({ operationId }) => operationId as string)).toEqual([]);
});

test('no success is described by a name alone', () => {
  const bare = Object.entries<Part>(components.responses).filter(([, { description }]) =>
    /^(The )?`\w+`\.?$/.test(String(description)),
  );
  expect(bare.map(([name]) => name)).toEqual([]);
});

/** The names of parameters, headers and fields that a part of the document reaches. */
function namesIn(part: unknown, found = new Set<string>(), seen = new Set<unknown>()): Set<string> {
  if (typeof part !== 'object' || part === null || seen.has(part)) return found;
  seen.add(part);
  const { $ref, name, properties, enum: values } = part as Part;
  if ($ref) namesIn(resolved(part), found, seen);
  if (typeof name === 'string') found.add(name);
  for (const one of [...Object.keys(properties ?? {}), ...((values as unknown[]) ?? [])])
    found.add(String(one));
  Object.values(part).forEach((one) => namesIn(one, found, seen));
  return found;
}

test('a description names only what the operation has', () => {
  const ids = new Set(operations.map(({ operationId }) => operationId as string));
  const unknown = operations.flatMap(({ operationId, description, ...rest }) => {
    const known = namesIn(rest);
    const words = String(description).match(/\b[a-z]+(?:[A-Z][a-z]+)+\b/g) ?? [];
    return words
      .filter((word) => !known.has(word) && !ids.has(word))
      .map((word) => `${operationId}: ${word}`);
  });
  expect(unknown).toEqual([]);
});

test('every example says something', () => {
  const placeholders = Object.entries<Part>(components.schemas).flatMap(([name, { properties = {} }]) =>
    Object.entries<Part>(properties).flatMap(([field, { examples }]) =>
      JSON.stringify(examples ?? '').includes('"example') ? [`${name}.${field}`] : [],
    ),
  );
  expect(placeholders).toEqual([]);
});

/** The components that have a field of the name with the description. */
const componentsWith = (field: string, description: string): string[] =>
  Object.entries<Part>(components.schemas)
    .filter(([, { properties = {} }]) => properties[field]?.['description'] === description)
    .map(([name]) => name);

test('a description by the name of a field is only where the name means that', () => {
  expect(componentsWith('code', fieldNotes['code']!)).toEqual(['CreateTeamRequest', 'UpdateTeamRequest']);
  expect(components.schemas.ErrorDetails.properties.code.description).toContain('What programs decide by');
  expect(components.schemas.StoryIncluded.properties.labels.description).toBe('The labels.');
  expect(componentsWith('sprintId', fieldNotes['sprintId']!)).toEqual([
    'Story',
    'UpdateStoryRequest',
    'PlannedStoryChange',
    'NewStoryChange',
    'CreateStoryFromFeedbackRequest',
  ]);
  expect(componentsWith('memberId', fieldNotes['memberId']!)).toEqual([
    'MemberChange',
    'WorkingHours',
    'TimeOff',
    'BusyTime',
    'BusyFeed',
  ]);
  const rule = componentsWith('endDate', 'Must not be before startDate.');
  expect(rule).toContain('CreateSprintRequest');
  expect(rule.filter((name) => !/(Request|Change)$/.test(name))).toEqual([]);
  expect(components.schemas.Sprint.properties.endDate.description).toBe('When it ends.');
  const returned = componentsWith('data', 'What the operation returns.');
  expect(returned.filter((name) => !name.endsWith('Response'))).toEqual([]);
});

test('no description by name alone is at a field that holds another component', () => {
  const wrong = Object.entries<Part>(components.schemas).flatMap(([name, { properties = {} }]) =>
    Object.entries<Part>(properties).flatMap(([field, part]) =>
      part['description'] && part['description'] === fieldNotes[field] && /"\$ref"/.test(JSON.stringify(part))
        ? [`${name}.${field}`]
        : [],
    ),
  );
  expect(wrong).toEqual([]);
  const { teamId, updatedAt } = components.schemas.Story.properties;
  expect(teamId.description).toBe(fieldNotes['teamId']);
  // An own description is more exact.
  expect(updatedAt.description).toContain('expectedUpdatedAt');
});

test('fields without a description are few, and no note is left over', () => {
  const fields: [path: string, field: Part][] = [];
  const collect = (schema: Part, path: string): void => {
    for (const [name, field] of Object.entries<Part>(schema.properties ?? {})) {
      fields.push([`${path}.${name}`, field]);
      collect(field, `${path}.${name}`);
    }
    if (schema.items) collect(schema.items, `${path}[]`);
    for (const part of [...(schema.anyOf ?? []), ...(schema.allOf ?? [])]) collect(part, path);
  };
  for (const [name, schema] of Object.entries<Part>(components.schemas)) collect(schema, name);
  const undescribed = fields.filter(([, { description }]) => !description).map(([path]) => path);
  expect(fields.length).toBeGreaterThan(1_500);
  const where = `describe yours in shared/surface/docs/field-notes.ts:\n${undescribed.join('\n')}`;
  expect(undescribed.length, where).toBeLessThan(50);

  const used = new Set(fields.map(([path, { description }]) => `${path}: ${description}`));
  const unused = Object.entries(componentNotes).filter(([path, note]) => !used.has(`${path}: ${note}`));
  expect(unused.map(([path]) => path)).toEqual([]);
});
