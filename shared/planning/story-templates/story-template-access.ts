import type { Caller } from '../../kernel/core/caller.ts';
import type { Item, Reader } from '../../kernel/core/database.ts';
import { invalidReference, invalidRequest, notFound } from '../../kernel/core/errors.ts';
import type { TeamRules } from '../../identity/teams/team-store.ts';
import { loadFields, valueProblems } from '../custom-fields/story-fields.ts';
import { loadReferences, storyReferenceErrors } from '../stories/references.ts';
import { estimateProblems } from '../stories/story-rules.ts';
import { toStoryTemplate } from './story-template-store.ts';
import type { StoryTemplate } from './story-template.ts';

/** Returns a template of a team that the caller can see; otherwise throws a 404. */
export function visibleTemplateOrThrow(caller: Caller, item: Item | undefined): StoryTemplate {
  const template = item && toStoryTemplate(item);
  if (!template || !caller.teamIds.has(template.teamId)) throw notFound('story template');
  return template;
}

interface Context {
  read: Reader;
  caller: Caller;
  team: TeamRules | undefined;
}

/** Throws a 400 if a template names labels, custom fields or estimates that stories of its team cannot have. */
export async function assertUsable(
  { teamId, labels, customFields, estimateValue, subStories }: StoryTemplate,
  { read, caller, team }: Context,
): Promise<void> {
  const { workspaceId } = caller;
  const [fields, ...found] = await Promise.all([
    loadFields(read, workspaceId, Object.keys(customFields)),
    ...[{ labels }, ...subStories].map((one) => loadReferences(read, workspaceId, { labels: one.labels })),
  ]);
  const wrong = [{ labels }, ...subStories].flatMap((one, position) =>
    under(
      placeOf(position),
      storyReferenceErrors({ labels: one.labels }, found[position]!, { teamId, caller }),
    ),
  );
  if (wrong.length > 0) throw invalidReference(wrong);
  const problems = [
    ...(await valueProblems(customFields, { read, caller, teamId, fields })),
    ...[{ estimateValue }, ...subStories].flatMap((one, position) =>
      under(placeOf(position), estimateProblems(one.estimateValue, team?.estimateScheme)),
    ),
  ];
  if (problems.length > 0) throw invalidRequest(problems);
}

/** The part of the template at a position: itself, then its sub-stories. */
const placeOf = (position: number): string => (position === 0 ? '' : `subStories.${position - 1}.`);

const under = <P extends { path: string }>(place: string, problems: readonly P[]): P[] =>
  problems.map((problem) => ({ ...problem, path: `${place}${problem.path}` }));
