import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OperationContext } from '../../kernel/core/call.ts';
import { ReadModel } from '../../kernel/read-model/read-model.ts';
import { openSqlite } from '../../kernel/read-model/sqlite.ts';
import type { KnownRule } from '../../events/rules/rule-route.ts';
import type { StoredRule } from '../../events/rules/rule.ts';
import { conditionOf } from '../../planning/stories/story-conditions.ts';
import { documentsOf, storyModel } from '../../planning/story/story-index.ts';
import type { Story } from '../../planning/story/story.ts';
import { nothingNamed, understandQuery } from '../../planning/stories/understand-query.ts';

type RuleFilter = Pick<KnownRule, 'filter'> & { rule: Pick<StoredRule, 'teamId'> };
type StoryMatcherContext = Pick<OperationContext, 'caller' | 'read' | 'setting' | 'now'>;

export interface StoryMatcher {
  /** Whether a story, as it is passed, meets the filter of a rule; those in triage are among them. */
  matches: (context: StoryMatcherContext, of: RuleFilter, story: Story) => Promise<boolean>;
  close: () => void;
}

/** Compares single stories with filters as lists do: in a read model that has none but them. */
export function openStoryMatcher(): StoryMatcher {
  const models = new Map<string, Promise<ReadModel>>();
  const modelOf = (teamId: string): Promise<ReadModel> => {
    const model = models.get(teamId) ?? newModel(teamId);
    models.set(teamId, model);
    return model;
  };
  return {
    async matches(context, { filter: text, rule: { teamId } }, story) {
      const query = { filter: text ?? '', ...(teamId !== null && { teamId }) };
      const { filter } = await understandQuery(query, nothingNamed, context);
      if (!filter.teams.includes(story.teamId)) return false;
      const [model, [document]] = await Promise.all([
        modelOf(story.teamId),
        documentsOf(context.read, [{ ...story, triage: null }]),
      ]);
      const { sql, values } = conditionOf(model, filter, 'all');
      return model.withDocuments(
        [document!],
        () => model.statement(`SELECT id FROM document WHERE ${sql}`).get(...values) !== undefined,
      );
    },
    close: () => void Promise.allSettled([...models.values()].map(async (model) => (await model).close())),
  };
}

/** An empty model in a file that has no name any more. */
async function newModel(teamId: string): Promise<ReadModel> {
  const file = join(tmpdir(), `rule-${randomUUID()}.sqlite`);
  const database = await openSqlite(file);
  const model = ReadModel.create(storyModel, database, teamId);
  rmSync(file, { force: true });
  return model;
}
