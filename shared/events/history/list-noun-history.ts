import { list, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { notFound } from '../../kernel/core/errors.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { pathOf } from '../../kernel/noun/define-noun.ts';
import type { NounWith } from '../../nouns/nouns.ts';
import { historyEntrySchema } from './history-entry.ts';
import { nounsWithHistory } from './history-store.ts';
import { pageOfHistory } from './page-of-history.ts';
import { findNounEntries } from './story-entries.ts';

/** Returns the operation that lists the history of one resource of a noun, which its whole team may see. */
function listNounHistory(noun: NounWith<'history'>) {
  const { name, item: kind } = noun;
  const camel = name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());
  const parameter = `${camel}Id`;
  const one = noun.words.toLowerCase();
  return list({
    id: `list${camel[0]!.toUpperCase()}${camel.slice(1)}History`,
    path: `${WORKSPACE_PATH}/${pathOf(noun)}/{${parameter}}/history`,
    tag: 'Changes',
    summary: `List the history of ${one}`,
    description: `Returns who changed ${one}, when, how and through what, newest first. A change appears within moments. The history is deleted with ${one.replace(/^an? /, 'the ')}.`,
    scopes: noun.reader.scopes,
    params: { [parameter]: uuid() },
    item: historyEntrySchema,
    load: ({ path, read }) => ({ item: read.get(kind.key(path[parameter]!)) }),
    handle: async ({ loaded: { item }, page, ...context }) => {
      const { read, caller } = context;
      const place = item && (await noun.placeOf(item, context));
      if (!place?.teamId || !caller.teamIds.has(place.teamId)) throw notFound(name.replaceAll('_', ' '));
      const { after, limit } = page;
      const entries = await findNounEntries(read, noun, item!, { after, limit: limit + 1 });
      return await pageOfHistory(context, name, entries, page);
    },
  });
}

/** The operations that list histories, but those whose entries record who could see them. */
export const nounHistories = new Map(
  nounsWithHistory
    .filter(({ history }) => !history.hasReaders)
    .map((noun) => [noun.name, listNounHistory(noun)] as const),
);
