import type { Form } from '../../kernel/api/http/form.ts';
import { storyScript, uploadScript } from '../../browser/assets.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { listStatuses } from '../../identity/statuses/list-statuses.ts';
import type { Status } from '../../identity/status/status.ts';
import type { Comment } from '../../planning/comments/comment.ts';
import { pageCommentsOf } from '../../planning/pages/page-comments.ts';
import { pageFieldsOf } from '../../planning/pages/page-fields.ts';
import {
  pageFilesOf,
  pageUploadUrlOf,
  picturesUrlOf,
  type PageFile,
} from '../../planning/pages/page-files.ts';
import { BEFORE, COMMENT, REPLY } from '../../planning/paths/page-paths.ts';
import { pageSubStoriesOf } from '../../planning/pages/page-stories.ts';
import { pageWatchOf } from '../../planning/pages/page-watch.ts';
import { listRelations } from '../../planning/relations/list-relations.ts';
import type { Relation } from '../../planning/relations/relation.ts';
import { getStory } from '../../planning/stories/get-story.ts';
import { toStory } from '../../planning/story/story-store.ts';
import type { Story } from '../../planning/story/story.ts';
import { codesOf, isChange, type MemberCall } from './member-call.ts';
import { findStory } from './find-story.ts';
import { mayChange } from './may-change.ts';
import { namesFor } from './names-for.ts';
import { memberPage, type AskedPage } from './member-page.ts';
import { storyIdsOf } from './story-ids.ts';
import { storyChoicesOf, type StoryChoices } from './story-choices.ts';
import { activityOf, storyEntriesOf, type AddedPart } from './story-activity.ts';
import { changedMeanwhile, fieldsOf, touchedFields } from './story-fields.ts';
import type { ShownStory } from './shown-story.ts';
import { storyView } from './story-view.ts';
import { KEPT } from './comment-form-view.ts';
import { inWorkflowOrder } from './workflow-order.ts';
import { run, runWhole } from '../kit/run-operation.ts';

/** The most relations and statuses that the page shows. */
const SHOWN_MAX = 100;

/** The page of a story, for the members of its team. */
export const page = memberPage({
  load: loadStory,
  view: (loaded, { call, teams }) => ({
    title: `${loaded.story.reference} ${loaded.story.title}`,
    // A story that has just moved is of another team than the one that was asked for.
    teamId: loaded.team.id,
    imagesFrom: picturesUrlOf(loaded.files, call.services),
    uploadsTo: loaded.uploadsTo,
    scripts: [storyScript, uploadScript],
    body: storyView({ ...loaded, teamCodes: codesOf(teams) }),
  }),
});

async function loadStory(asked: AskedPage): Promise<Omit<ShownStory, 'teamCodes'>> {
  const { call, member, query } = asked;
  const tools = await asked.tools;
  const form = tools.isKept ? { ...tools.form, [KEPT]: 'yes' } : tools.form;
  const path = storyIdsOf(asked);
  const { storyId } = path;
  // Anyone who asks to reply to another thread means that one, whatever they had typed before.
  const replyTo = idIn(query, REPLY) ?? idIn(form, 'parentId');
  const place = { before: idIn(query, BEFORE), holding: replyTo ?? idIn(query, COMMENT) };
  const [found, choices, comments, relations, files, subStories, entries, isWatching] = await Promise.all([
    findStoryWithNamed(asked, storyId),
    storyChoicesOf(asked),
    pageCommentsOf(call.read, storyId, place),
    run(asked, listRelations, { path, query: { limit: SHOWN_MAX } }),
    pageFilesOf((operation, { query }) => run(asked, operation, { path, query: { ...query } })),
    pageSubStoriesOf(call.read, storyId, member.teamIds),
    storyEntriesOf(asked),
    pageWatchOf(call.read, toStory(asked.item), member.memberId),
  ]);
  const { story, statuses } = found;
  const [fields, parent, nameOf, activity] = await Promise.all([
    pageFieldsOf(story, (operation, { query }) => run(asked, operation, { query: { ...query } })),
    story.parentId === null ? undefined : findStory(asked, story.parentId),
    namesFor(asked, [...comments.threads.flatMap(authorsOf), ...valuesOf(story)]),
    activityOf(
      asked,
      entries,
      [...statuses, ...found.labels, ...namedIn(choices)],
      addedParts(relations, files),
    ),
  ]);
  const touched = touchedFields(form);
  return {
    ...tools,
    now: call.now,
    choices,
    touched,
    changedMeanwhile: changedMeanwhile(form, story),
    values: { ...fieldsOf(story), ...touched },
    memberId: member.memberId,
    ...found,
    statuses: inWorkflowOrder(statuses),
    parent,
    subStories,
    fields,
    relations,
    isWatching,
    files,
    uploadsTo: choices && pageUploadUrlOf(call.services),
    comments,
    activity,
    mayChange: (comment) => mayChange(asked, comment),
    people:
      choices?.people ?? comments.threads.flatMap(authorsOf).map((id) => ({ id, name: nameOf(id) ?? '' })),
    replyTo: comments.threads.find(({ id }) => id === replyTo)?.id,
    nameOf,
    named: idIn(query, COMMENT),
    // After a choice, the comment that is being typed needs no word.
    isDraft: tools.isKept && tools.done === undefined,
    isChange: isChange(form, call.request.path),
    form,
  };
}

/** When and by whom relations and files were added; those of comments are said with them. */
const addedParts = (relations: readonly Relation[], files: readonly PageFile[]): AddedPart[] => [
  ...relations.map(({ type, relatedStory, createdAt, createdBy }) => ({
    kind: type,
    name: relatedStory?.reference,
    createdAt,
    createdBy,
  })),
  ...files
    .filter(({ commentId }) => commentId === null)
    .map(({ name, createdAt, createdBy }) => ({ kind: 'fileAdded' as const, name, createdAt, createdBy })),
];

/** An id among the fields of a form or query; undefined for anything else, which people may have typed. */
const idIn = (fields: Form, name: string): string | undefined => uuid().safeParse(fields[name]).data;

type StoryWithNamed = Pick<
  ShownStory,
  'story' | 'team' | 'statuses' | 'assignee' | 'reporter' | 'labels' | 'sprint' | 'objective'
>;

/** A story and what it names, and the statuses of its team. */
async function findStoryWithNamed(member: MemberCall, storyId: string): Promise<StoryWithNamed> {
  const include = ['status', 'assignee', 'reporter', 'labels', 'sprint', 'objective', 'team'];
  // The team of a moment ago; a story that has just moved shows its statuses with the next request.
  const query = { teamId: member.teamId, limit: SHOWN_MAX, archived: 'include' };
  const [{ data: story, included = {} }, statuses] = await Promise.all([
    runWhole(member, getStory, { path: { storyId }, query: { include } }),
    run(member, listStatuses, { query }),
  ]);
  const { teamId } = story;
  const {
    status = [],
    assignee = [],
    reporter = [],
    labels = [],
    sprint = [],
    objective = [],
    team = [],
  } = included;
  return {
    story,
    team: { id: teamId, name: team[0]?.name ?? '' },
    statuses: withCurrent(statuses, status),
    assignee: assignee.find(({ id }) => id === story.assigneeId)?.name,
    reporter: reporter.find(({ id }) => id === story.reporterId)?.name,
    labels,
    sprint: sprint[0]?.name,
    objective: objective[0]?.name,
  };
}

/** The statuses of a team and that of the story, which may be older than as many as are listed. */
const withCurrent = (statuses: readonly Status[], [current]: readonly Status[] = []): Status[] =>
  current === undefined || statuses.some(({ id }) => id === current.id)
    ? [...statuses]
    : [...statuses, current];

/** What has a name among the choices for a story. */
const namedIn = (choices: StoryChoices | undefined) =>
  choices === undefined
    ? []
    : [...choices.people, ...choices.sprints, ...choices.labels, ...choices.objectives];

const authorsOf = ({ authorId, replies }: Comment): string[] => [authorId, ...replies.flatMap(authorsOf)];

/** What custom fields of members hold are ids of them. */
const valuesOf = ({ customFields }: Story): string[] =>
  Object.values(customFields).filter((value) => typeof value === 'string');
