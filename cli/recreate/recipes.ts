import { nameKey } from '../../shared/kernel/core/name-key.ts';
import { kindsOfNouns, writes, type Write } from '../declared/writes.ts';
import type { Recreation } from './recreation.ts';
import type { ExportedLine } from '../export/export-folder.ts';
import { importedAs, notedComment } from './recreate-feedback.ts';
import { pathParameters } from './request-body.ts';

/** How the resources of a kind are made again, where the operation that makes them takes what the export says of them. */
export interface Recipe {
  kind: string;
  operation: Write;
  /** Fields that are sent otherwise than the export has them. */
  sends?: (line: ExportedLine, work: Recreation) => Record<string, unknown>;
  /** What of one is not as it was, for the report. */
  remarks?: (line: ExportedLine) => readonly (false | { field: string; reason: string })[];
  /** The pictures that belong to a text, in this field: they are made with it, so that later texts show the new ones too. */
  pictures?: { field: string; recipe: Recipe };
  /** Where a resource of the same name is found that the workspace has already, and when it is the same. */
  found?: { list: string; isSame: (there: ExportedLine, line: ExportedLine) => boolean };
  /** A field that may be taken by someone else: then it is left out. */
  mayBeTaken?: string;
  /** The field that names what the resources are ordered within; without it, all of them are. */
  within?: string;
}

const sameText = (a: unknown, b: unknown): boolean => nameKey(String(a)) === nameKey(String(b));

/** The operation with an id, such as `createLabel`. */
const operationOf = (id: string): Write => writes[id]!;

/** What a workspace has before its stories. */
export const recipesBeforeStories: readonly Recipe[] = [
  { kind: 'service-accounts', operation: operationOf('createServiceAccount') },
  {
    kind: 'labels',
    operation: operationOf('createLabel'),
    found: { list: 'labels', isSame: (there, { name }) => sameText(there['name'], name) },
  },
  {
    kind: 'custom-fields',
    operation: operationOf('createCustomField'),
    found: { list: 'custom-fields', isSame: (there, { key }) => there['key'] === key },
  },
  { kind: 'objectives', operation: operationOf('createObjective') },
  { kind: 'key-results', operation: operationOf('createKeyResult') },
  { kind: 'sprints', operation: operationOf('createSprint') },
  { kind: 'story-templates', operation: operationOf('createStoryTemplate') },
  {
    kind: 'portals',
    operation: operationOf('createPortal'),
    sends: ({ boards }) => ({ boards: withoutIds(boards), visibility: 'private' }),
    remarks: ({ visibility }) => [
      visibility === 'public' && {
        field: 'visibility',
        reason: 'is private, so that you can look at it first; then make it public',
      },
    ],
    mayBeTaken: 'slug',
  },
  { kind: 'portal-images', operation: operationOf('createPortalImage'), within: 'portalId' },
];

/** Pictures of visitors, which take the place of the former ones in the text that they belong to. */
const feedbackImages: Recipe = {
  kind: 'feedback-images',
  operation: operationOf('createFeedbackImage'),
  sends: (line, work) => ({ replacesImageId: line.id, ...notedComment(line, work, 'feedbackCommentId') }),
  within: 'itemId',
};

/** What belongs to stories, or names them, and is not as any other noun. */
const otherRecipes: readonly Recipe[] = [
  { kind: 'relations', operation: operationOf('createRelation'), within: 'storyId' },
  // What is due was made where the export is from.
  {
    kind: 'recurring-stories',
    operation: operationOf('createRecurringStory'),
    sends: () => ({ paused: true }),
  },
  { kind: 'views', operation: operationOf('createView') },
  { kind: 'time-off', operation: operationOf('createTimeOff'), within: 'memberId' },
  { kind: 'busy-times', operation: operationOf('createBusyTime'), within: 'memberId' },
  {
    kind: 'feedback-items',
    operation: operationOf('createFeedbackItem'),
    sends: importedAs,
    remarks: ({ officialCommentId, mergedIntoId }) => [
      officialCommentId !== null && { field: 'officialCommentId', reason: 'pin it again' },
      mergedIntoId !== null && { field: 'mergedIntoId', reason: 'it is hidden only: merge it again' },
    ],
    pictures: { field: 'description', recipe: feedbackImages },
    within: 'portalId',
  },
  {
    kind: 'feedback-comments',
    operation: operationOf('createFeedbackComment'),
    sends: (line, work) => ({ ...importedAs(line, work), ...notedComment(line, work, 'parentId') }),
    pictures: { field: 'content', recipe: feedbackImages },
    within: 'itemId',
  },
  // Those that a run before has not come to, or that no text shows.
  feedbackImages,
  {
    kind: 'feedback-updates',
    operation: operationOf('createFeedbackUpdate'),
    sends: () => ({ scheduledFor: undefined }),
    remarks: ({ publishedAt, scheduledFor }) => [
      publishedAt !== null && { field: 'publishedAt', reason: 'is a draft: publish it again' },
      scheduledFor !== null && { field: 'scheduledFor', reason: 'is a draft: schedule it again' },
    ],
    within: 'portalId',
  },
];

/** Kinds that have files of their own here. */
const madeElsewhere = ['members', 'statuses', 'stories'];

/** Each other noun of teams is made by the operation that creates one, in order within what its path names. */
const recipesOfNouns = kindsOfNouns.flatMap(({ kind, creates }): Recipe[] => {
  const withRecipe = [...recipesBeforeStories, ...otherRecipes].map((recipe) => recipe.kind);
  if ([...madeElsewhere, ...withRecipe].includes(kind)) return [];
  const operation = operationOf(creates);
  const [within] = pathParameters(operation);
  return [{ kind, operation, ...(within === undefined ? {} : { within }) }];
});

/** What is made once stories are there. */
export const recipesAfterStories: readonly Recipe[] = [...recipesOfNouns, ...otherRecipes];

const withoutIds = (boards: unknown): object[] =>
  (boards as { id: string; name: string; description: string | null }[]).map(
    ({ id: _, description, ...board }) => ({
      ...board,
      ...(description === null ? {} : { description }),
    }),
  );
