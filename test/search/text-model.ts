import type { IndexedDocument, ModelDefinition } from '../../shared/kernel/read-model/definition.ts';
import { openModel } from '../../shared/kernel/read-model/model-file.ts';
import { rank } from '../../shared/kernel/read-model/rank.ts';
import type { ReadModel } from '../../shared/kernel/read-model/read-model.ts';
import { parseTextQuery } from '../../shared/kernel/words/text-query.ts';
import { realProposals, trackerIssues } from '../support/real-data.ts';

interface Text {
  id: string;
  title: string;
  description: string;
  reference?: string;
}

/** A model of texts alone, as stories have them. */
export const textModel: ModelDefinition = {
  name: 'texts',
  version: 1,
  columns: {},
  indexes: [],
  kinds: [],
  logOf: () => Promise.resolve('log'),
  changes: {
    retention: () => Infinity,
    hasLost: () => Promise.resolve(false),
    newest: () => Promise.resolve(0),
    before: () => Promise.resolve(0),
    after: () => Promise.resolve({ changes: [], entry: 0 }),
  },
  build: () => Promise.resolve({ documents: [], next: undefined }),
  load: () => Promise.resolve([]),
};

export async function newTextModel(texts: readonly Text[]): Promise<ReadModel> {
  const model = (await openModel(textModel, 'a team'))!;
  const documents = texts.map(({ id, title, description, reference = null }): IndexedDocument => ({
    id,
    title,
    body: description,
    reference,
    columns: {},
    tags: {},
  }));
  model.apply(documents, [], {});
  return model;
}

/** The ids of what a search finds, best first. */
export const searchIn = (model: ReadModel, query: string): string[] =>
  rank(model, parseTextQuery(query), { level: 'any', limit: 20 }).map(({ id }) => id);

/** The issues of a public tracker. */
export const trackerTexts = (): Text[] =>
  trackerIssues().map(({ id, title, description = '' }) => ({ id, title, description }));

/** The titles of Python's enhancement proposals. */
export const pepTitles = (): Text[] =>
  realProposals().map(({ number, title }) => ({ id: String(number), title, description: '' }));

/** The mean reciprocal rank of the first expected id, and the queries that do not find one first. */
export function relevance(
  model: ReadModel,
  queries: readonly (readonly [string, readonly string[]])[],
): { mean: number; missed: string[] } {
  const places = queries.map(
    ([query, expected]) => searchIn(model, query).findIndex((id) => expected.includes(id)) + 1,
  );
  const reciprocal = places.map((place) => (place === 0 ? 0 : 1 / place));
  return {
    mean: reciprocal.reduce((sum, one) => sum + one, 0) / queries.length,
    missed: queries.flatMap(([query], index) =>
      places[index] === 1 ? [] : [`${query}: ${places[index] || 'not found'}`],
    ),
  };
}
