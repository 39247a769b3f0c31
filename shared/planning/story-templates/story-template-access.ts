import type { Caller } from '../../kernel/core/caller.ts';
import type { Item, Reader } from '../../kernel/core/database.ts';
import { invalidReference, invalidRequest, notFound } from '../../kernel/core/errors.ts';
import type { TeamRules } from '../../identity/team/team-store.ts';
import type { CustomFieldValues } from '../story-parts/custom-field.ts';
import { loadFields, valueProblems } from '../custom-fields/story-fields.ts';
import { loadReferences, storyReferenceErrors } from '../story-references/references.ts';
import { estimateProblems } from '../story/story-rules.ts';
import { DESCRIPTION_MAX_CHARACTERS } from '../story/story.ts';
import { isTooLong, TOO_LONG, withChecklist } from './described-by.ts';
import { toStoryTemplate } from './story-template-store.ts';
import { TEMPLATE_MAX_BYTES, type StoryTemplate, type SubStory } from './story-template.ts';

/** Returns a template of a team that the caller can see; otherwise throws a 404. */
export function visibleTemplateOrThrow(caller: Caller, item: Item | undefined): StoryTemplate {
  const template = item && toStoryTemplate(item);
  if (!template || !caller.teamIds.has(template.teamId)) throw notFound('story template');
  return template;
}

interface TemplateContext {
  read: Reader;
  caller: Caller;
  team: TeamRules | undefined;
  teamId: string;
}

/** What stories will have, with the prefix of its fields in requests. */
interface TemplatePart {
  place: string;
  labels?: string[] | undefined;
  assigneeId?: string | undefined;
  estimateValue?: number | null | undefined;
  customFields?: CustomFieldValues | undefined;
}

/**
 * Throws a 400 if a request for a template names labels, custom fields or estimates that stories of its team cannot have,
 * or if the template would make descriptions that are too long. What it does not name stays, whatever became of it.
 */
export async function assertUsable(
  template: StoryTemplate,
  {
    subStories = [],
    ...sent
  }: Omit<TemplatePart, 'place'> & { subStories?: readonly SubStory[] | undefined },
  context: TemplateContext,
): Promise<void> {
  if (isTooLong(withChecklist(template.description, template.checklist)))
    throw invalidRequest([{ path: 'checklist', ...TOO_LONG_TOGETHER }]);
  if (Buffer.byteLength(JSON.stringify(template)) > TEMPLATE_MAX_BYTES)
    throw invalidRequest([{ path: 'subStories', ...TOO_LARGE }]);
  const below = subStories.map((one, position) => ({ place: `subStories.${position}.`, ...one }));
  await assertPartsUsable([{ place: '', ...sent }, ...below], context);
}

const TOO_LARGE = {
  code: 'too_large',
  message: `makes the template larger than ${TEMPLATE_MAX_BYTES} bytes of JSON; shorten its descriptions`,
} as const;

const TOO_LONG_TOGETHER = {
  ...TOO_LONG,
  message: `must be at most ${DESCRIPTION_MAX_CHARACTERS} characters together with the description`,
};

/** Throws a 400 if parts name people, labels, custom fields or estimates that stories of a team cannot have. */
export async function assertPartsUsable(
  parts: readonly TemplatePart[],
  { read, caller, team, teamId }: TemplateContext,
): Promise<void> {
  const { workspaceId } = caller;
  const found = await Promise.all(
    parts.map(async ({ labels, assigneeId, customFields = {} }) => ({
      references: await loadReferences(read, workspaceId, { labels, assigneeId }),
      fields: await loadFields(read, workspaceId, Object.keys(customFields)),
    })),
  );
  const wrong = parts.flatMap(({ place, labels, assigneeId }, position) => {
    const { references } = found[position]!;
    return under(place, storyReferenceErrors({ labels, assigneeId }, references, { teamId, caller }));
  });
  if (wrong.length > 0) throw invalidReference(wrong);
  const problems = await Promise.all(
    parts.map(async ({ place, estimateValue = null, customFields = {} }, position) => {
      const { fields } = found[position]!;
      return under(place, [
        ...(await valueProblems(customFields, { read, caller, teamId, fields })),
        ...estimateProblems(estimateValue, team?.estimateScheme),
      ]);
    }),
  );
  if (problems.flat().length > 0) throw invalidRequest(problems.flat());
}

const under = <P extends { path: string }>(place: string, problems: readonly P[]): P[] =>
  problems.map((problem) => ({ ...problem, path: `${place}${problem.path}` }));
