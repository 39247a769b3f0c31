import { parseParameters, type Form } from '../../kernel/api/http/form.ts';
import type { WebResponse } from '../../kernel/api/operation/web-route.ts';
import { storyScript, uploadScript } from '../../kernel/html/assets.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { listStatuses } from '../../identity/statuses/list-statuses.ts';
import type { Status } from '../../identity/statuses/status.ts';
import type { Comment } from '../../planning/comments/comment.ts';
import { pageCommentsOf } from '../../planning/page-comments.ts';
import { pageFieldsOf } from '../../planning/page-fields.ts';
import { pageFilesOf, pageUploadUrlOf, picturesUrlOf, type PageFile } from '../../planning/page-files.ts';
import { BEFORE, COMMENT, REPLY } from '../../planning/page-paths.ts';
import { pageSubStoriesOf } from '../../planning/page-stories.ts';
import { pageWatchOf } from '../../planning/page-watch.ts';
import { listRelations } from '../../planning/relations/list-relations.ts';
import type { Relation } from '../../planning/relations/relation.ts';
import { getStory } from '../../planning/stories/get-story.ts';
import { toStory } from '../../planning/stories/story-store.ts';
import type { Story } from '../../planning/stories/story.ts';
import { getDraft } from '../accounts/draft-store.ts';
import { newFormNonce } from '../public-portals/form-nonce.ts';
import {
  isChange,
  UNSAVED,
  nameOf,
  codesOf,
  teamsOf,
  type MemberCall,
  type MemberPage,
  type RefusedForm,
} from './member-call.ts';
import { findStory } from './find-story.ts';
import { mayChange } from './may-change.ts';
import { namesFor } from './names-for.ts';
import { planningResponse } from './planning-response.ts';
import { storyChoicesOf, type StoryChoices } from './story-choices.ts';
import { deedsOf, storyEntriesOf, type AddedPart } from './story-deeds.ts';
import { changedMeanwhile, fieldsOf, touchedFields } from './story-fields.ts';
import type { ShownStory } from './shown-story.ts';
import { storyView } from './story-view.ts';
import { KEPT } from './comment-form-view.ts';
import { inWorkflowOrder } from './workflow-order.ts';
import { run, runWhole } from '../accounts/run-operation.ts';

/** The most relations and statuses that the page shows. */
const SHOWN_MAX = 100;

/** The page of a story, for the members of its team. */
export const storyPage: MemberPage = async (member) => {
  const { call, visitor } = member;
  const { id } = visitor.session.user;
  const draft = await getDraft(call.read, id, call.request.path, call.now);
  if (draft === undefined) return await showStoryPage(member);
  // After a choice, the comment that is being typed needs no word.
  const { done } = parseParameters(call.request.query);
  const form = { ...draft, [KEPT]: 'yes' };
  return await showStoryPage(member, { form, status: 200, problem: undefined, isDraft: done === undefined });
};

/** The same page, with a form that was not carried out. */
export async function showStoryPage(member: MemberCall, again?: RefusedForm): Promise<WebResponse> {
  const [shown, teams, name] = await Promise.all([loadStory(member, again), teamsOf(member), nameOf(member)]);
  const { t, visitor, call } = member;
  const title = `${shown.story.reference} ${shown.story.title}`;
  return planningResponse(
    {
      t,
      visitor,
      name,
      title,
      teams,
      teamId: shown.team.id,
      imagesFrom: picturesUrlOf(shown.files, call.services),
      uploadsTo: shown.uploadsTo,
      scripts: [storyScript, uploadScript],
    },
    storyView({ ...shown, teamCodes: codesOf(teams) }),
    again?.status,
  );
}

async function loadStory(
  member: MemberCall,
  again: RefusedForm | undefined,
): Promise<Omit<ShownStory, 'teamCodes'>> {
  const { call, visitor, t } = member;
  const storyId = call.request.parameters['storyId']!;
  const form = again?.form ?? {};
  const asked = parseParameters(call.request.query);
  // Whoever asks to reply to another thread means that one, whatever they had typed before.
  const replyTo = idIn(asked, REPLY) ?? idIn(form, 'parentId');
  const place = { before: idIn(asked, BEFORE), holding: replyTo ?? idIn(asked, COMMENT) };
  const [found, choices, comments, relations, files, subStories, entries, isWatching] = await Promise.all([
    findStoryWithNamed(member, storyId),
    storyChoicesOf(member),
    pageCommentsOf(call.read, storyId, place),
    run(member, listRelations, { path: { storyId }, query: { limit: SHOWN_MAX } }),
    pageFilesOf((operation, { query }) => run(member, operation, { path: { storyId }, query: { ...query } })),
    pageSubStoriesOf(call.read, storyId, member.member.teamIds),
    storyEntriesOf(member),
    pageWatchOf(call.read, toStory(member.item), member.member.memberId),
  ]);
  const { story, statuses } = found;
  const [fields, parent, nameOf, deeds] = await Promise.all([
    pageFieldsOf(story, (operation, { query }) => run(member, operation, { query: { ...query } })),
    story.parentId === null ? undefined : findStory(member, story.parentId),
    namesFor(member, [...comments.threads.flatMap(authorsOf), ...valuesOf(story)]),
    deedsOf(
      member,
      entries,
      [...statuses, ...found.labels, ...namedIn(choices)],
      addedParts(relations, files),
    ),
  ]);
  const touched = touchedFields(form);
  return {
    t,
    now: call.now,
    csrfToken: visitor.csrfToken,
    formNonce: newFormNonce(call),
    choices,
    touched,
    changedMeanwhile: changedMeanwhile(form, story),
    values: { ...fieldsOf(story), ...touched },
    memberId: member.member.memberId,
    ...found,
    statuses: inWorkflowOrder(statuses),
    parent,
    subStories,
    fields,
    relations,
    meant: again?.meant ?? [],
    isWatching,
    files,
    uploadsTo: choices && pageUploadUrlOf(call.services),
    comments,
    deeds,
    mayChange: (comment) => mayChange(member, comment),
    people:
      choices?.people ?? comments.threads.flatMap(authorsOf).map((id) => ({ id, name: nameOf(id) ?? '' })),
    replyTo: comments.threads.find(({ id }) => id === replyTo)?.id,
    nameOf,
    done: again && again.status !== 200 ? undefined : asked['done'],
    named: idIn(asked, COMMENT),
    problem: again?.problem,
    isDraft: again?.isDraft === true,
    isChange: isChange(form, call.request.path),
    isUnsaved: asked[UNSAVED] !== undefined,
    form,
  };
}

/** When and by whom relations and files were added; those of comments are said with them. */
const addedParts = (relations: readonly Relation[], files: readonly PageFile[]): AddedPart[] => [
  ...relations.map(({ type, relatedStory, createdAt, createdBy }) => ({
    deed: type,
    name: relatedStory?.reference,
    createdAt,
    createdBy,
  })),
  ...files
    .filter(({ commentId }) => commentId === null)
    .map(({ name, createdAt, createdBy }) => ({ deed: 'fileAdded' as const, name, createdAt, createdBy })),
];

/** An id among the fields of a form or query; undefined for anything else, which people may have typed. */
const idIn = (fields: Form, name: string): string | undefined => uuid().safeParse(fields[name]).data;

type Named = Pick<
  ShownStory,
  'story' | 'team' | 'statuses' | 'assignee' | 'reporter' | 'labels' | 'sprint' | 'objective'
>;

/** A story and what it names, and the statuses of its team. */
async function findStoryWithNamed(member: MemberCall, storyId: string): Promise<Named> {
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
