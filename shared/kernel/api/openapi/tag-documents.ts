import type { JsonSchema } from '../../core/json-schema.ts';

export type Components = Record<string, Record<string, unknown>>;
type Items = Record<string, Record<string, { tags: string[] }>>;

interface WholeDocument {
  tags: { name: string }[];
  paths: Items;
  webhooks: Items;
  components: Components;
}

/** The parts of a document by tag: the tag's operations and events, and the components that these use. */
export function tagDocuments(document: JsonSchema): Map<string, JsonSchema> {
  const { tags, paths, webhooks, components } = document as unknown as WholeDocument;
  return new Map(
    tags.map((tag) => {
      const own = { paths: itemsOf(paths, tag.name), webhooks: itemsOf(webhooks, tag.name) };
      return [fileOf(tag.name), { ...document, tags: [tag], ...own, components: usedBy(own, components) }];
    }),
  );
}

/** The name of a tag's document. */
const fileOf = (tag: string): string => `${tag.toLowerCase().replaceAll(' ', '-')}.json`;

function itemsOf(items: Items, tag: string): Items {
  const own = Object.entries(items).map(([path, methods]) => [
    path,
    Object.fromEntries(Object.entries(methods).filter(([, { tags }]) => tags.includes(tag))),
  ]);
  return Object.fromEntries(own.filter(([, methods]) => Object.keys(methods!).length > 0)) as Items;
}

/** The components that a part refers to, directly or through others, in their order; of security schemes, all. */
export function usedBy(part: unknown, components: Components): Components {
  const used = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      if (key !== '$ref') visit(inner);
      else if (!used.has(String(inner))) {
        used.add(String(inner));
        const [kind, name] = String(inner).split('/').slice(-2);
        visit(components[kind!]![name!]);
      }
    }
  };
  visit(part);
  return Object.fromEntries(
    Object.entries(components).map(([kind, named]) => [
      kind,
      kind === 'securitySchemes'
        ? named
        : Object.fromEntries(
            Object.entries(named).filter(([name]) => used.has(`#/components/${kind}/${name}`)),
          ),
    ]),
  );
}
