import { parseParameters } from '../../kernel/api/http/form.ts';
import type { WebResponse } from '../../kernel/api/operation/web-route.ts';
import { ApiError } from '../../kernel/core/errors.ts';
import { listStatuses } from '../../identity/statuses/list-statuses.ts';
import type { Status } from '../../identity/statuses/status.ts';
import type { Comment } from '../../planning/comments/comment.ts';
import { listComments } from '../../planning/comments/list-comments.ts';
import { pageFieldsOf } from '../../planning/page-fields.ts';
import { listRelations } from '../../planning/relations/list-relations.ts';
import type { Relation } from '../../planning/relations/relation.ts';
import { getStory } from '../../planning/stories/get-story.ts';
import type { Story } from '../../planning/stories/story.ts';
import { getDraft } from '../accounts/draft-store.ts';
import { newFormNonce } from '../public-portals/form-nonce.ts';
import { inOrder } from './in-order.ts';
import { runFor, UNSAVED, type MemberCall, type MemberPage, type RefusedForm } from './member-call.ts';
import { namesFor } from './names-for.ts';
import { planningResponse } from './planning-response.ts';
import type { ShownStory } from './shown-story.ts';
import { storyView } from './story-view.ts';

/** The most comments, relations and statuses that the page shows. */
const SHOWN_MAX = 100;

/** The page of a story, for the members of its team. */
export const storyPage: MemberPage = async (member) => {
  const { call, visitor, t } = member;
  const { id } = visitor.session.user;
  const draft = await getDraft(call.read, id, call.request.path, call.now);
  const { [UNSAVED]: unsaved } = parseParameters(call.request.query);
  if (draft?.['content'] !== undefined) {
    return await showStoryPage(member, { form: draft, status: 200, problem: t.text('story.kept') });
  }
  if (unsaved === undefined) return await showStoryPage(member);
  return await showStoryPage(member, { form: {}, status: 200, problem: t.text('story.unsaved') });
};

/** The same page, with a form that was not carried out. */
export async function showStoryPage(member: MemberCall, again?: RefusedForm): Promise<WebResponse> {
  const shown = await loadStory(member, again);
  const { t, visitor } = member;
  return planningResponse(
    { t, visitor, title: `${shown.story.reference} ${shown.story.title}` },
    storyView(shown),
    again?.status,
  );
}

async function loadStory(member: MemberCall, again: RefusedForm | undefined): Promise<ShownStory> {
  const { call, visitor, t } = member;
  const { storyId } = call.request.parameters;
  const path = { storyId };
  const query = { limit: SHOWN_MAX };
  const include = ['status', 'assignee', 'reporter', 'labels', 'sprint', 'objective', 'team'];
  const [{ data, included = {} }, comments, relations] = await Promise.all([
    runFor(member, getStory, { path, query: { include } }),
    runFor(member, listComments, { path, query }),
    runFor(member, listRelations, { path, query }),
  ]);
  const story = data as Story;
  const { teamId } = story;
  const threads = (comments.data as Comment[]).toReversed();
  const [statuses, fields, parent, nameOf] = await Promise.all([
    runFor(member, listStatuses, { query: { teamId, limit: SHOWN_MAX, archived: 'include' } }),
    pageFieldsOf(story, (operation, { query: fieldQuery }) =>
      runFor(member, operation, { query: { ...fieldQuery } }),
    ),
    story.parentId === null ? undefined : findStory(member, story.parentId),
    namesFor(member, [...threads.flatMap(authorsOf), ...valuesOf(story)]),
  ]);
  const named = (kind: string) => (included[kind] ?? []) as { id: string; name: string }[];
  const principal = (kind: string, id: string | null) => named(kind).find((one) => one.id === id)?.name;
  return {
    t,
    csrfToken: visitor.csrfToken,
    formNonce: newFormNonce(call),
    isGuest: member.member.role === 'guest',
    story,
    team: { id: teamId, name: named('team')[0]?.name ?? '' },
    statuses: inOrder(withCurrent(statuses.data as Status[], included['status'] as Status[])),
    assignee: principal('assignee', story.assigneeId),
    reporter: principal('reporter', story.reporterId),
    labels: named('labels').map(({ name }) => name),
    sprint: named('sprint')[0]?.name,
    objective: named('objective')[0]?.name,
    parent,
    fields,
    relations: relations.data as Relation[],
    comments: threads,
    hasEarlier: comments.meta?.hasMore ?? false,
    nameOf,
    done: again && again.status !== 200 ? undefined : parseParameters(call.request.query)['done'],
    problem: again?.problem,
    form: again?.form ?? {},
  };
}

/** The statuses of a team and that of the story, which may be older than as many as are listed. */
const withCurrent = (statuses: readonly Status[], [current]: readonly Status[] = []): Status[] =>
  current === undefined || statuses.some(({ id }) => id === current.id)
    ? [...statuses]
    : [...statuses, current];

const authorsOf = ({ authorId, replies }: Comment): string[] => [authorId, ...replies.flatMap(authorsOf)];

/** What custom fields of members hold are ids of them. */
const valuesOf = ({ customFields }: Story): string[] =>
  Object.values(customFields).filter((value) => typeof value === 'string');

/** Another story; undefined if it is of a team that the member is not in. */
async function findStory(member: MemberCall, storyId: string): Promise<Story | undefined> {
  try {
    return (await runFor(member, getStory, { path: { storyId } })).data as Story;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    return undefined;
  }
}
