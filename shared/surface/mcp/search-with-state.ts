import * as z from 'zod';
import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { runOperation, type ToolCall, type ToolOverrides } from '../../kernel/api/mcp/tool.ts';
import { ApiError, withFields, type FieldError } from '../../kernel/core/errors.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { getFeedbackItem } from '../../feedback/items/get-feedback-item.ts';
import { getListedItemsById, toItem } from '../../feedback/items/item-store.ts';
import { getStory } from '../../planning/stories/get-story.ts';
import { storyQuery } from '../../planning/stories/story-query.ts';
import { getListedStoryItems, storyKeyOf, storyTeamOf, toStory } from '../../planning/story/story-store.ts';
import { filterKeys } from '../../planning/filters/filter-keys.ts';
import { isOfStopWords } from '../../kernel/words/stop-words.ts';
import { search } from '../../search/search.ts';

/** The status and the assignee of stories, with the rights of getStory. */
const findStates = operation({
  id: 'findStates',
  method: 'GET',
  path: `${WORKSPACE_PATH}/story-states`,
  tag: getStory.tag,
  summary: 'Find the states of stories',
  scopes: getStory.scopes,
  query: () => ({ ids: z.array(uuid()) }),
  output: () => z.array(z.looseObject({ id: uuid() })),
  handle: async ({ query: { ids }, caller, read }) => {
    const items = await getListedStoryItems(read, ids.map(storyKeyOf));
    return items.flatMap((item) => {
      if (!item || !caller.teamIds.has(storyTeamOf(item))) return [];
      const { id, statusId, assigneeId, priority } = toStory(item);
      return [{ id, statusId, assigneeId, priority }];
    });
  },
});

/** The status and the votes of feedback items that a search has found: it finds only what the caller may see. */
const findItemStates = operation({
  id: 'findItemStates',
  method: 'GET',
  path: `${WORKSPACE_PATH}/feedback-item-states`,
  tag: getFeedbackItem.tag,
  summary: 'Find the states of feedback items',
  scopes: getFeedbackItem.scopes,
  role: 'member',
  query: () => ({ ids: z.array(uuid()) }),
  output: () => z.array(z.looseObject({ id: uuid() })),
  handle: async ({ query: { ids }, read }) =>
    (await getListedItemsById(read, ids)).map((item) => {
      const { id, status, voteCount } = toItem(item);
      return { id, status, voteCount };
    }),
});

/** The operations that find the states of hits, by the type of these. */
const stateFinders = { story: findStates, feedback_item: findItemStates };

/** A hit whose score is a smaller share of the best one's has little to do with what was searched for. */
const RELEVANT_SHARE = 0.1;

/** A word of the filters of stories, such as `-status:Done`, which a search has no meaning for. */
const FILTER_WORD = new RegExp(`(?:^|\\s)-?(?:(?:${filterKeys.join('|')}):|cf\\.\\w+:)[^\\s/:]`, 'i');

/** The search, of which list_stories has the rest: what selects and orders stories. */
const searched = (call: ToolCall) =>
  runOperation(search, call).catch((error: unknown) => {
    if (!(error instanceof ApiError) || !error.fields.some(isOfLists)) throw error;
    throw withFields(
      error,
      error.fields.map((field) =>
        isOfLists(field)
          ? {
              ...field,
              message:
                'is not a known argument; list_stories takes it, with words to search for in its filter',
            }
          : field,
      ),
    );
  });

const isOfLists = ({ path, code }: FieldError): boolean =>
  code === 'unknown_field' &&
  (/^(?:view|groupBy|sort|triage|labels?|labelNames|tags)$/.test(path) || path in storyQuery());

/** search: stories with their status and assignee, ideas with their status and votes, and no hits that are hardly any. */
export const searchWithState: ToolOverrides = {
  run: async (call) => {
    const result = await searched(call);
    const all = result.data;
    const best = Math.max(0, ...all.map(({ score }) => score));
    const wanted = String(call.args['q']).trim().toLowerCase();
    const hits = all.filter(
      ({ score, title }) => score >= best * RELEVANT_SHARE || title.toLowerCase() === wanted,
    );
    const stateOf = await statesOf(call, hits);
    const left = all.length - hits.length;
    return {
      ...result,
      // Positions of words are for pages.
      data: hits.map(({ highlights: _, ...hit }) => ({ ...hit, ...stateOf.get(hit.id) })),
      notes: [
        ...(left === 0 ? [] : [`${left} with little in common with the words were left out.`]),
        ...(FILTER_WORD.test(wanted)
          ? ['Words such as assignee:me are only words here: list_stories takes them in its filter.']
          : []),
        ...(isOfStopWords(wanted)
          ? ['These words are in nearly every text: search for what the texts are about, or in "quotes".']
          : []),
      ],
    };
  },
};

/** What is shown of the states of hits, by their ids. */
async function statesOf(
  call: ToolCall,
  hits: readonly { id: string; type: string }[],
): Promise<Map<string, object>> {
  const { workspaceId } = call.args;
  const found = await Promise.all(
    Object.entries(stateFinders).map(async ([type, finder]) => {
      const ids = hits.filter((hit) => hit.type === type).map(({ id }) => id);
      if (ids.length === 0) return [];
      const { data } = await runOperation(finder, { ...call, args: { workspaceId, ids } });
      return data;
    }),
  );
  return new Map(found.flat().map((state) => [state.id, state]));
}
