import type { Form } from '../../kernel/api/http/form.ts';
import { getVisitorLink } from '../../kernel/auth/visitor-store.ts';
import type { Reader } from '../../kernel/core/database.ts';
import { ApiError } from '../../kernel/core/errors.ts';
import type { FeedbackComment } from '../../feedback/items/feedback-comment.ts';
import { getFeedbackItem } from '../../feedback/items/get-feedback-item.ts';
import type { FeedbackItem } from '../../feedback/items/item.ts';
import { getItem } from '../../feedback/items/item-store.ts';
import { listBannedVisitors } from '../../feedback/items/list-banned-visitors.ts';
import { listFeedbackComments } from '../../feedback/items/list-feedback-comments.ts';
import { listFeedbackItems } from '../../feedback/items/list-feedback-items.ts';
import { listFeedbackVotes } from '../../feedback/items/list-feedback-votes.ts';
import { storyIdsWithMerged } from '../../feedback/items/story-ids-with-merged.ts';
import { listMembers } from '../../identity/members/list-members.ts';
import { displayName } from '../../identity/members/display-name.ts';
import { getPrincipal } from '../../identity/principals/get-principal.ts';
import { getTeamItems, toTeam } from '../../identity/team/team-store.ts';
import { getStory } from '../../planning/stories/get-story.ts';
import { newFormNonce } from '../kit/form-nonce.ts';
import { textsOf, type ItemPanel, type LinkedStory } from './item-form-view.ts';
import type { StoryChoice } from './linkable-stories.ts';
import type { IdeaChoice } from './linked-ideas.ts';
import type { Problem } from '../kit/form-view.ts';
import { withSaved } from './shown-values.ts';
import type { TeamCall } from './team-call.ts';
import { proofOf } from './undo-proof.ts';
import { VOTERS } from './voter-tools-view.ts';
import { run, runWhole } from '../kit/run-operation.ts';

/** The most entries of each list that the panel shows, the newest. */
const SHOWN_MAX = 100;
/** Number of voters on a page; others are on further pages. */
const VOTERS_MAX = 50;

export interface PanelRequest {
  itemId: string;
  place: ItemPanel['place'];
  /** A form that was refused, to be shown again; without a problem, one that asks for a choice. */
  refused?:
    | {
        form: Form;
        problem?: Problem;
        matches?: readonly IdeaChoice[];
        storyMatches?: readonly StoryChoice[];
      }
    | undefined;
}

/** What the team sees of an item and can do with it, read with the member's own rights. */
export async function loadItemPanel(
  team: TeamCall,
  { itemId, place, refused }: PanelRequest,
): Promise<ItemPanel> {
  const { t, call, portal, member, visitor } = team;
  const limit = SHOWN_MAX;
  const path = { itemId };
  const isAdmin = member.role === 'admin';
  const query = { limit, hidden: 'include', internal: 'include' };
  const [item, comments, votes, others, bans, teams, storyIds, members] = await Promise.all([
    run(team, getFeedbackItem, { path }),
    run(team, listFeedbackComments, { path, query }),
    isAdmin ? votersOf(team, path, place) : undefined,
    run(team, listFeedbackItems, { query: { limit, sort: '-voteCount' } }),
    run(team, listBannedVisitors, { query: { limit } }),
    getTeamItems(call.read, [...member.teamIds]),
    storyIdsOf(call.read, itemId),
    run(team, listMembers, { query: { limit } }),
  ]);
  return {
    t,
    portal: { slug: portal.slug, boards: portal.boards },
    csrfToken: visitor.csrfToken,
    formNonce: newFormNonce(call),
    place,
    returnTo: refused?.form['place'] === 'idea' ? 'idea' : place,
    item,
    people: members.filter(({ role }) => role !== 'guest').map(({ id, name }) => ({ id, name })),
    memberId: member.memberId,
    addedBy: await nameOfAdder(team, item),
    comments: comments.reverse(),
    votes,
    others: others.filter(({ id }) => id !== itemId).map(({ slug, title }) => ({ slug, title })),
    stories: await Promise.all(storyIds.map((id) => findStory(team, id))),
    teams: teams.flatMap((one) => (one ? [toTeam(one)] : [])).map(({ id, name }) => ({ id, name })),
    bannedIds: new Set(bans.map(({ id }) => id)),
    bannableIds: isAdmin ? await visitorIdsOf(call.read, [item, ...comments]) : new Set(),
    done: refused && !refused.problem?.isKept ? undefined : (call.request.query.get('done') ?? undefined),
    problem: refused?.problem,
    from: mergedFrom(team, item.slug),
    matches: refused?.matches,
    storyMatches: refused?.storyMatches ?? [],
    form: refused?.problem ? withSaved(refused.form, textsOf(item)) : (refused?.form ?? {}),
  };
}

/** A page of those who voted, newest first: on the team's page of an item, the one that its address asks for. */
async function votersOf(
  team: TeamCall,
  path: { itemId: string },
  place: ItemPanel['place'],
): Promise<NonNullable<ItemPanel['votes']>> {
  const cursor = place === 'manage' ? team.call.request.query.get(VOTERS) : null;
  const query = { limit: VOTERS_MAX, ...(cursor && { cursor }) };
  const { data, meta } = await runWhole(team, listFeedbackVotes, { path, query });
  return { shown: data, next: meta.nextCursor, isFirst: !cursor };
}

/** The name of the member who posted an item for a customer; undefined if its author did. */
async function nameOfAdder(team: TeamCall, { addedBy }: FeedbackItem): Promise<string | undefined> {
  if (addedBy === null) return undefined;
  try {
    return (await run(team, getPrincipal, { path: { principalId: addedBy } })).name;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    return displayName(null);
  }
}

/** The stories of an item, and of those that are merged into it. */
async function storyIdsOf(read: Reader, itemId: string): Promise<string[]> {
  const stored = await getItem(read, itemId);
  return stored ? await storyIdsWithMerged(read, stored) : [];
}

/** The authors of posts who have an account as visitors: what was imported has none, nor what remains of a deleted one. */
async function visitorIdsOf(
  read: Reader,
  posts: readonly Pick<FeedbackComment, 'authorId' | 'authorKind'>[],
): Promise<Set<string>> {
  const authors = posts.filter(({ authorKind }) => authorKind === 'visitor');
  const ids = [...new Set(authors.map(({ authorId }) => authorId))];
  const links = await Promise.all(ids.map((id) => getVisitorLink(read, id)));
  return new Set(ids.filter((_, position) => links[position] !== undefined));
}

/** The slug of the item whose merge into this one by this member led here; undefined after anything else. */
function mergedFrom({ call: { request }, visitor }: TeamCall, itemSlug: string): string | undefined {
  const from = request.query.get('from');
  if (from === null) return undefined;
  const proof = proofOf(visitor.csrfToken, 'merge', itemSlug, from);
  return request.query.get('proof') === proof ? from : undefined;
}

/** A linked story; without its title if it is of a team that the member is not in. */
async function findStory(team: TeamCall, storyId: string): Promise<LinkedStory> {
  try {
    const request = { path: { storyId }, query: { include: ['status'] } };
    const { data, included } = await runWhole(team, getStory, request);
    const [status] = included?.status ?? [];
    return { id: storyId, shown: { reference: data.reference, title: data.title, status } };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    return { id: storyId, shown: undefined };
  }
}
