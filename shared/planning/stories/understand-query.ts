import type { LoadContext, OperationContext } from '../../kernel/core/call.ts';
import type { Caller } from '../../kernel/core/caller.ts';
import { invalidRequest, notFound } from '../../kernel/core/errors.ts';
import { markedValues } from '../../kernel/core/query-parameters.ts';
import { getKeyResultReference } from '../key-results/key-result-store.ts';
import { canSeeLabel } from '../labels/label-access.ts';
import { getLabelItem } from '../labels/label-store.ts';
import { canSeeObjective, getObjectiveReference } from '../objectives/objective-store.ts';
import { getSprintTeam } from '../sprints/sprint-store.ts';
import { getStatusReference } from '../../identity/statuses/status-store.ts';
import { listedTeams } from '../../identity/teams/team-access.ts';
import { filterProblem } from './filter-problem.ts';
import type { FieldTrait } from '../custom-fields/field-filter.ts';
import type { ResolvedFilter } from './resolve-filter.ts';
import type { StoryFilter, StoryTraits } from './story-conditions.ts';
import type { FieldSort, FieldSortText, StorySort } from './story-order.ts';
import type { StoryQuery } from './story-query.ts';
import { findBlockedStoryIds } from './story-relations-store.ts';
import { getStoryItem, storyTeamOf } from './story-store.ts';

/** The parameters that say what stories have. */
type TraitParameters = Omit<StoryQuery, 'teamId' | 'archived' | 'filter' | 'blocked' | 'cf'> & {
  customFields?: readonly FieldTrait[];
};

/** What a query or a word of a filter says of stories. */
type SaidParameters = Omit<TraitParameters, 'customFields'> & Pick<StoryQuery, 'cf'>;

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

type Named = { [K in keyof ReturnType<typeof loadNamed>]: Awaited<ReturnType<typeof loadNamed>[K]> };

/** What is loaded where no ids come from the request: the filter names everything, and only what the caller can see. */
export const nothingNamed: Named = {
  statuses: [],
  sprintTeams: [],
  objectives: [],
  keyResults: [],
  labels: [],
  parents: [],
};

const idsIn = (values: readonly string[] | undefined): string[] =>
  (values ?? []).filter((value) => value !== 'none');

type Context = Pick<OperationContext, 'caller' | 'read' | 'now'>;

/** What a query asks for, with what its `filter` says, and in which order. */
export async function understandQuery(
  { filter: text, sort, ...query }: StoryQuery & { sort?: StorySort | FieldSortText | undefined },
  named: Named,
  context: Context,
): Promise<{ filter: StoryFilter; sort: readonly (StorySort | FieldSort)[] | undefined }> {
  const said = text === undefined ? undefined : await understandText(text, query.teamId, context);
  const names = [...Object.keys(said?.query ?? {}), ...(said?.sort ? ['sort'] : [])];
  const twice = names.find((name) => ({ ...query, sort })[name as keyof typeof query] !== undefined);
  if (twice !== undefined) throw filterProblem(`says what ${twice} says too; send one of them`);
  const { blocked, cf, ...whole } = { ...query, ...said?.query } as StoryQuery;
  const order = said?.sort ?? (sort === undefined ? undefined : [sort]);
  assertSortable(order, whole.q);
  const { caller, now } = context;
  const customFields = await fieldTraits(cf, context);
  const wanted = filterOf({ ...whole, ...(customFields && { customFields }) }, named, caller, now);
  const teams = wanted.teams.filter((team) => !said?.withoutTeams.includes(team));
  const without = await Promise.all(
    (said?.without ?? []).map(async ({ cf: unwanted, ...traits }: SaidParameters) => {
      const fields = await fieldTraits(unwanted, context);
      return traitsOf({ ...traits, ...(fields && { customFields: fields }) }, caller);
    }),
  );
  const waiting = blocked === undefined ? undefined : await findBlockedStoryIds(context.read, teams);
  return {
    filter: {
      ...wanted,
      teams,
      ...(without.length > 0 && { without }),
      ...(waiting && { blocked: { wanted: blocked === true, ids: [...waiting] } }),
    },
    sort: order ? await resolvedSorts(order, context) : whole.q === undefined ? undefined : ['relevance'],
  };
}

/** What a filter by custom fields means; they are looked up only for one that has some. */
async function fieldTraits(
  wanted: StoryQuery['cf'],
  context: Context,
): Promise<readonly FieldTrait[] | undefined> {
  if (wanted === undefined) return undefined;
  const { resolveFieldFilter } = await import('../custom-fields/field-filter.ts');
  return await resolveFieldFilter(wanted, context);
}

/** An order with what its custom fields are; they are looked up only for one that has some. */
async function resolvedSorts(
  sorts: readonly (StorySort | FieldSortText)[],
  context: Context,
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
  context: Context,
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
  named: Named,
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
  { objectives, keyResults, labels, parents, sprintTeams }: Named,
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
