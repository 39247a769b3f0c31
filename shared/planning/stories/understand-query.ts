import type { LoadContext, OperationContext } from '../../kernel/core/call.ts';
import type { Caller } from '../../kernel/core/caller.ts';
import { invalidRequest, notFound } from '../../kernel/core/errors.ts';
import { markedValues } from '../../kernel/core/query-parameters.ts';
import { memoize } from '../../kernel/core/schema.ts';
import { getKeyResultReference } from '../key-results/key-result-store.ts';
import { canSeeLabel } from '../labels/label-access.ts';
import { getLabelItem } from '../labels/label-store.ts';
import { canSeeObjective, getObjectiveReference } from '../objective/objective-store.ts';
import { getSprintTeam } from '../sprints/sprint-store.ts';
import { getStatusReference } from '../../identity/status/status-store.ts';
import { listedTeams } from '../../identity/team/team-access.ts';
import { filterProblem } from '../filters/filter-problem.ts';
import type { FieldTrait } from '../custom-fields/field-filter.ts';
import type { FilterValue } from '../filters/filter-expression.ts';
import type { ResolvedCondition, StoryContent } from '../filters/filter-words.ts';
import type { ResolvedFilter } from './resolve-filter.ts';
import type { StoryCondition, StoryFilter, StoryTraits } from './story-conditions.ts';
import type { FieldSort, FieldSortText, StorySort } from '../story/story-order.ts';
import type { StoryQuery } from './story-query.ts';
import { findBlockedStoryIds } from '../story/story-relations-store.ts';
import { getStoryItem, storyTeamOf } from '../story/story-store.ts';

/** The parameters that say what stories have. */
type TraitParameters = Omit<StoryQuery, 'teamId' | 'archived' | 'filter' | 'blocked' | 'cf'> & {
  customFields?: readonly FieldTrait[];
};

/** What a query or a word of a filter says of stories. */
type SaidParameters = Omit<TraitParameters, 'customFields'> &
  Pick<StoryQuery, 'blocked' | 'archived'> &
  SaidOnly;

/** What only a filter says. */
interface SaidOnly {
  cf?: Readonly<Record<string, readonly (string | FilterValue)[]>>;
  has?: StoryContent;
  commentedBy?: readonly string[];
}

/** Reads what the query names, to find out whose it is: in the same round trip as the credential. */
export const loadNamed = ({
  query,
  read,
}: Pick<LoadContext<unknown, StoryQuery, unknown>, 'query' | 'read'>) => ({
  statuses: Promise.all((query.statusId ?? []).map((id) => getStatusReference(read, id))),
  sprintTeams: Promise.all(idsIn(query.sprintId).map((id) => getSprintTeam(read, id))),
  objectives: Promise.all((query.objectiveId ?? []).map((id) => getObjectiveReference(read, id))),
  keyResults: Promise.all((query.keyResultId ?? []).map((id) => getKeyResultReference(read, id))),
  labels: Promise.all((query.labelId ?? []).map((id) => getLabelItem(read, id))),
  parents: Promise.all(idsIn(query.parentId).map((id) => getStoryItem(read, id))),
});

type NamedInQuery = { [K in keyof ReturnType<typeof loadNamed>]: Awaited<ReturnType<typeof loadNamed>[K]> };

/** What is loaded where no ids come from the request: the filter names everything, and only what the caller can see. */
export const nothingNamed: NamedInQuery = {
  statuses: [],
  sprintTeams: [],
  objectives: [],
  keyResults: [],
  labels: [],
  parents: [],
};

const idsIn = (values: readonly string[] | undefined): string[] =>
  (values ?? []).filter((value) => value !== 'none');

type UnderstandQueryContext = Pick<OperationContext, 'caller' | 'read' | 'now' | 'setting'>;

/** What a query asks for, with what its `filter` says, and in which order. */
export async function understandQuery(
  { filter: text, sort, ...query }: StoryQuery & { sort?: StorySort | FieldSortText | undefined },
  named: NamedInQuery,
  context: UnderstandQueryContext,
): Promise<{ filter: StoryFilter; sort: readonly (StorySort | FieldSort)[] | undefined }> {
  const said = text === undefined ? undefined : await understandText(text, query.teamId, context);
  const names = [...Object.keys(said?.query ?? {}), ...(said?.sort ? ['sort'] : [])];
  const twice = names.find((name) => ({ ...query, sort })[name as keyof typeof query] !== undefined);
  if (twice !== undefined) throw filterProblem(`says what ${twice} says too; send one of them`);
  const { blocked, cf, has, commentedBy, ...whole } = { ...query, ...said?.query } as Omit<StoryQuery, 'cf'> &
    SaidOnly;
  const order = said?.sort ?? (sort === undefined ? undefined : [sort]);
  assertSortable(order, whole.q);
  const { caller, now } = context;
  const customFields = await fieldTraits(cf, context);
  const wanted = filterOf({ ...whole, ...(customFields && { customFields }) }, named, caller, now);
  const teams = wanted.teams.filter((team) => said?.conditions.every((one) => canBeIn(one, team)) ?? true);
  const { conditionsOf, blockedIds } = conditionMeanings(context, teams);
  const conditions = await conditionsOf([
    ...(has || commentedBy ? [{ parameters: { has, commentedBy } }] : []),
    ...(said?.conditions ?? []),
  ]);
  const waiting = blocked === undefined ? undefined : await blockedIds();
  return {
    filter: {
      ...wanted,
      teams,
      ...(conditions.length > 0 && { conditions }),
      ...(waiting && { blocked: { wanted: blocked === true, ids: waiting } }),
    },
    sort: order ? await resolvedSorts(order, context) : whole.q === undefined ? undefined : ['relevance'],
  };
}

/** Whether stories of a team can meet a condition, as far as the condition names teams. */
function canBeIn(condition: ResolvedCondition, team: string): boolean {
  if ('teamIds' in condition) return condition.teamIds.includes(team);
  if ('all' in condition) return condition.all.every((one) => canBeIn(one, team));
  if ('any' in condition) return condition.any.some((one) => canBeIn(one, team));
  return !('not' in condition && mustBeIn(condition.not, team));
}

/** Whether all stories of a team meet a condition, whatever they have. */
function mustBeIn(condition: ResolvedCondition, team: string): boolean {
  if ('teamIds' in condition) return condition.teamIds.includes(team);
  if ('all' in condition) return condition.all.every((one) => mustBeIn(one, team));
  if ('any' in condition) return condition.any.some((one) => mustBeIn(one, team));
  return 'not' in condition && !canBeIn(condition.not, team);
}

/** Looks up what the conditions of a filter on stories of some teams mean: each list of stories once, and only if needed. */
function conditionMeanings(context: UnderstandQueryContext, teams: readonly string[]) {
  const { caller } = context;
  // Few filters ask for what belongs to stories.
  const contents = memoize(() => import('./story-contents.ts'));
  const blockedIds = memoize(async () => [...(await findBlockedStoryIds(context.read, teams))]);
  const commentedIds = memoize(async () => (await contents()).findCommentedStoryIds(context, teams));
  const attachedIds = memoize(async () => (await contents()).findStoriesWithAttachments(context));

  const withContent = async (content: StoryContent): Promise<StoryCondition> =>
    content === 'link'
      ? { traits: { linked: true } }
      : { ids: await (content === 'comment' ? commentedIds() : attachedIds()) };

  /** By the authors, of which a filter can name the same in many conditions. */
  const commented = new Map<string, Promise<readonly string[]>>();
  const commentedIdsOf = (authors: readonly string[]): Promise<readonly string[]> => {
    const key = authors.toSorted().join();
    const found =
      commented.get(key) ??
      contents().then(({ findCommentedStoryIds }) => findCommentedStoryIds(context, teams, authors));
    commented.set(key, found);
    return found;
  };

  const withParameters = async (parameters: SaidParameters): Promise<StoryCondition> => {
    const { cf, blocked, has, commentedBy, archived, ...traits } = parameters;
    const customFields = await fieldTraits(cf, context);
    const parts: StoryCondition[] = [];
    if (blocked !== undefined) {
      const waiting = { ids: await blockedIds() };
      parts.push(blocked ? waiting : { not: waiting });
    }
    if (has !== undefined) parts.push(await withContent(has));
    if (commentedBy !== undefined) {
      const authors = commentedBy.flatMap((id) => personOf(caller, id) ?? []);
      parts.push({ ids: await commentedIdsOf(authors) });
    }
    const own = traitsOf({ ...traits, ...(customFields && { customFields }) }, caller);
    if (archived !== undefined) parts.push({ traits: { archived: markedValues(archived) } });
    if (Object.keys(own).length > 0) parts.push({ traits: own });
    return { all: parts };
  };

  const meaningOf = async (condition: ResolvedCondition): Promise<StoryCondition> => {
    if ('parameters' in condition) return await withParameters(condition.parameters);
    if ('not' in condition) return { not: await meaningOf(condition.not) };
    if ('all' in condition) return { all: await conditionsOf(condition.all) };
    if ('any' in condition) return { any: await conditionsOf(condition.any) };
    return condition;
  };
  const conditionsOf = (conditions: readonly ResolvedCondition[]): Promise<StoryCondition[]> =>
    Promise.all(conditions.map(meaningOf));
  return { conditionsOf, blockedIds };
}

/** What a filter by custom fields means; they are looked up only for one that has some. */
async function fieldTraits(
  wanted: SaidOnly['cf'],
  context: UnderstandQueryContext,
): Promise<readonly FieldTrait[] | undefined> {
  if (wanted === undefined) return undefined;
  const { resolveFieldFilter } = await import('../custom-fields/field-filter.ts');
  return await resolveFieldFilter(wanted, context);
}

/** An order with what its custom fields are; they are looked up only for one that has some. */
async function resolvedSorts(
  sorts: readonly (StorySort | FieldSortText)[],
  context: UnderstandQueryContext,
): Promise<(StorySort | FieldSort)[]> {
  const isOfField = (sort: StorySort | FieldSortText): sort is FieldSortText => /^-?cf\./.test(sort);
  return await Promise.all(
    sorts.map(async (sort) => {
      if (!isOfField(sort)) return sort;
      const { resolveFieldSort } = await import('../custom-fields/field-sort.ts');
      return await resolveFieldSort(sort, context);
    }),
  );
}

async function understandText(
  text: string,
  teamId: string | undefined,
  context: UnderstandQueryContext,
): Promise<ResolvedFilter> {
  const { resolveFilter } = await import('./resolve-filter.ts');
  return await resolveFilter(text, teamId, context);
}

/**
 * The stories that a query means, within the caller's teams. Throws a 404 for a team or a thing named by its id that the
 * caller cannot see.
 */
function filterOf(
  query: Pick<StoryQuery, 'teamId' | 'archived'> & TraitParameters,
  named: NamedInQuery,
  caller: Caller,
  now: Date,
): StoryFilter {
  const { teamId, archived, ...traits } = query;
  const { sprintId } = query;
  assertVisible(named, caller);
  const owners = [
    ownersOrThrow(
      caller,
      'status',
      named.statuses.map((one) => one?.teamId),
    ),
    // Stories without a sprint can be of any team.
    sprintId?.includes('none') ? new Set<string>() : ownersOrThrow(caller, 'sprint', named.sprintTeams),
    ownersOrThrow(
      caller,
      'objective',
      named.objectives.map((one) => one?.teamId),
    ),
  ].filter((teams) => teams.size > 0);
  const [first] = owners;
  const teams = teamId === undefined && first !== undefined ? [...first] : listedTeams(caller, teamId);
  return {
    ...traitsOf(traits, caller),
    teams: teams.filter((team) => owners.every((owner) => owner.has(team))),
    archived: markedValues(archived),
    now,
  };
}

/** What stories have that fit some parameters, with the caller for me and null for none. */
function traitsOf(
  {
    assigneeId,
    reporterId,
    labelId,
    sprintId,
    objectiveId,
    parentId,
    claimedBy,
    ...same
  }: TraitParameters & { claimedBy?: readonly string[] },
  caller: Caller,
): StoryTraits {
  return {
    ...same,
    ...(assigneeId && { assigneeId: assigneeId.map((id) => personOf(caller, id)) }),
    ...(reporterId && {
      reporterId: reporterId.map((id) => personOf(caller, id)).filter((id) => id !== null),
    }),
    ...(labelId && { labelId: labelId.map(orNull) }),
    ...(sprintId && { sprintId: sprintId.map(orNull) }),
    ...(objectiveId && { objectiveId: objectiveId.map(orNull) }),
    ...(parentId && { parentId: parentId.map(orNull) }),
    ...(claimedBy && { claimedBy: claimedBy.map((id) => personOf(caller, id)) }),
  };
}

const orNull = (id: string): string | null => (id === 'none' ? null : id);

/** The person to filter by; null for unassigned. */
const personOf = (caller: Caller, id: string): string | null =>
  id === 'me' ? caller.principalId : orNull(id);

function assertVisible(
  { objectives, keyResults, labels, parents, sprintTeams }: NamedInQuery,
  caller: Caller,
): void {
  if (!objectives.every((one) => canSeeObjective(caller, one))) throw notFound('objective');
  if (!keyResults.every((one) => canSeeObjective(caller, one?.objective))) throw notFound('key result');
  if (!labels.every((item) => item && canSeeLabel(caller, item))) throw notFound('label');
  if (!parents.every((item) => item && caller.teamIds.has(storyTeamOf(item)))) throw notFound('story');
  ownersOrThrow(caller, 'sprint', sprintTeams);
}

/** The teams of what a filter names, if the caller can see all of it; otherwise throws a 404. */
function ownersOrThrow(
  caller: Caller,
  what: string,
  teamIds: readonly (string | null | undefined)[],
): ReadonlySet<string> {
  return new Set(
    teamIds.map((teamId) => {
      if (!teamId || !caller.teamIds.has(teamId)) throw notFound(what);
      return teamId;
    }),
  );
}

/** Throws a 400 for an order by relevance without words. */
function assertSortable(
  sorts: readonly (StorySort | FieldSortText)[] | undefined,
  q: string | undefined,
): void {
  if (!sorts?.includes('relevance') || q !== undefined) return;
  throw invalidRequest([{ in: 'query', path: 'sort', message: 'must be another field without q' }]);
}
