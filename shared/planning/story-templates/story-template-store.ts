import type { Change, Item, Reader } from '../../kernel/core/database.ts';
import { defineDocument } from '../../kernel/db/document.ts';
import { itemKind } from '../../kernel/db/table.ts';
import { storyTemplateSchema, type StoryTemplate } from './story-template.ts';

export const storyTemplateDocument = defineDocument(storyTemplateSchema);

/** Identifies these items in the table's stream. */
export const storyTemplateKind = itemKind('TP#', 'team');

export const templatesOfTeam = (teamId: string): string => `T#${teamId}#TP`;
export const storyTemplateSortKey = (id: string): string => storyTemplateKind.key(id).pk;
export const storyTemplateIdOf = storyTemplateKind.idOf;

export const toStoryTemplate = (item: Item): StoryTemplate => storyTemplateDocument.read(item);

export const getStoryTemplateItem = (read: Reader, id: string) => read.get(storyTemplateKind.key(id));

/** Up to `limit` templates of a team, newest first, for their number. Eventually consistent. */
export const findStoryTemplates = (read: Reader, teamId: string, limit: number) =>
  read.query({ index: 'list', partition: templatesOfTeam(teamId), limit });

const storyTemplateItem = (template: StoryTemplate): Item => ({
  ...storyTemplateKind.key(template.id),
  ...storyTemplateDocument.write(template),
  inList: templatesOfTeam(template.teamId),
  teamId: template.teamId,
  updatedAt: template.updatedAt,
});

export const putStoryTemplate = (template: StoryTemplate): Change => ({
  put: storyTemplateItem(template),
  if: 'absent',
});

/** Replaces a template with its next version. Throws `stale` if it has changed since it was read. */
export const replaceStoryTemplate = (
  template: StoryTemplate,
  previous: StoryTemplate,
  stale: (current: Item | undefined) => Error,
): Change => ({
  put: storyTemplateItem(template),
  if: { equals: { updatedAt: previous.updatedAt } },
  onConditionFailed: stale,
});

/** Deletes a template. Throws `stale` if it has changed since it was read. */
export const deleteStoryTemplateItem = (
  { id, updatedAt }: Pick<StoryTemplate, 'id' | 'updatedAt'>,
  stale: () => Error,
): Change => ({
  delete: storyTemplateKind.key(id),
  if: { equals: { updatedAt } },
  onConditionFailed: stale,
});

/** Deletes a template of a deleted team. */
export const deleteTemplateOfTeam = (item: Item): Change[] => [{ delete: { pk: item.pk, sk: item.sk } }];
