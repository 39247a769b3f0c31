import { isProposable } from '../../kernel/api/operation/proposable.ts';
import {
  decideProposal,
  getProposalItem,
  holdProposal,
  listProposedChanges,
  settleChange,
  toProposal,
  type ProposedChange,
  type StoredProposal,
} from '../../kernel/api/operation/proposal-store.ts';
import type { ResourceOperation } from '../../kernel/api/operation/operation-kinds.ts';
import type { OperationContext } from '../../kernel/core/call.ts';
import { newChangeSetId } from '../../kernel/core/change-set-id.ts';
import { ApiError, invalidReference, writeConflict } from '../../kernel/core/errors.ts';
import { planningOperations } from '../groups/planning-operations.ts';
import type { AcceptOutcome } from './accept-outcome.ts';
import { assertMayDecide, busy, visibleProposalOrThrow } from '../proposal/proposal-access.ts';
import { describeChanges, type ProposedResource } from './proposed-resource.ts';

/** How long others wait for who accepts a proposal and was interrupted, in milliseconds. */
const HELD_MS = 60_000;

type ApplyProposalContext = Pick<
  OperationContext,
  'caller' | 'read' | 'now' | 'run' | 'commit' | 'tryWrite' | 'requestKey' | 'countWrites'
>;
type Settled = Pick<ProposedChange, 'state' | 'problem'>;

const operations = new Map(
  planningOperations.filter(isProposable).map((one): [string, ResourceOperation] => [one.id, one]),
);

/** Accepts a proposal of someone else, or the changes of it that are named. */
export async function acceptProposed(
  call: ApplyProposalContext,
  id: string,
  how: { changes?: string[] | undefined; dryRun?: boolean | undefined },
): Promise<AcceptOutcome> {
  const proposal = visibleProposalOrThrow(call.caller, await getProposalItem(call.read, id));
  assertMayDecide(call.caller, proposal, call.now);
  return await applyProposal(call, proposal, how);
}

/**
 * Makes the changes of a proposal in their order, each once: an acceptance that was interrupted goes on when it is
 * repeated. Returns what was applied and what was not.
 */
async function applyProposal(
  call: ApplyProposalContext,
  proposal: StoredProposal,
  { changes: wanted, dryRun = false }: { changes?: string[] | undefined; dryRun?: boolean | undefined },
): Promise<AcceptOutcome> {
  const all = await listProposedChanges(call.read, proposal.id);
  assertKnown(all, wanted);
  const chosen = all.filter(({ id }) => wanted?.includes(id) ?? true);
  // The request itself counts as the first.
  const further = chosen.filter(({ state }) => state !== 'applied').length - 1;
  if (!dryRun && further > 0) await call.countWrites(further);
  const described = await describeChanges(call.read, chosen);
  const held = dryRun ? proposal : await hold(call, proposal);
  const changeSetId = held.changeSetId ?? newChangeSetId(call.now);
  const settled: Settled[] = [];
  const versions = new Map<string, string>();
  for (const [position, change] of chosen.entries()) {
    const one =
      change.state === 'applied' ? change : await apply(call, change, { changeSetId, dryRun, versions });
    settled.push(one);
    if (!dryRun && change.state !== 'applied')
      await call.tryWrite([settleChange(change, { ...one, before: described[position]!.before })]);
  }
  const outcome = outcomeFrom(chosen, settled, described, { changeSetId, dryRun });
  if (dryRun) return outcome;
  const latest = toProposal((await getProposalItem(call.read, proposal.id))!);
  const isWhole = outcome.applied.length === latest.changeCount;
  const decidedAt = call.now.toISOString();
  const next: StoredProposal =
    outcome.applied.length === 0
      ? { ...held, changeSetId: null }
      : {
          ...held,
          status: isWhole ? 'accepted' : 'partly_accepted',
          decidedBy: call.caller.principalId,
          decidedAt,
          updatedAt: decidedAt,
          changeSetId,
        };
  await call.commit([decideProposal(next, writeConflict)], proposal.id);
  return outcome;
}

/** The outcome of an earlier acceptance. */
export async function outcomeOf(
  { caller, read }: Pick<OperationContext, 'caller' | 'read'>,
  id: string,
): Promise<AcceptOutcome> {
  const { changeSetId } = visibleProposalOrThrow(caller, await getProposalItem(read, id));
  const changes = (await listProposedChanges(read, id)).filter(({ state }) => state !== 'open');
  const described = await describeChanges(read, changes);
  return outcomeFrom(changes, changes, described, { changeSetId, dryRun: false });
}

function outcomeFrom(
  changes: readonly ProposedChange[],
  settled: readonly Settled[],
  described: readonly ProposedResource[],
  { changeSetId, dryRun }: { changeSetId: string | null; dryRun: boolean },
): AcceptOutcome {
  const shown = changes.map(({ id, operation, resourceId }, position) => ({
    id,
    operation,
    resource: described[position]!.resource,
    resourceId,
  }));
  const applied = shown.filter((_, position) => settled[position]!.state === 'applied');
  return {
    applied,
    conflicts: shown.flatMap((one, position) => {
      const { problem } = settled[position]!;
      return problem ? [{ ...one, ...problem }] : [];
    }),
    changeSetId: applied.length === 0 || dryRun ? null : changeSetId,
    dryRun,
  };
}

function assertKnown(all: readonly ProposedChange[], wanted: readonly string[] = []): void {
  const problems = wanted.flatMap((id, position) =>
    all.some((change) => change.id === id)
      ? []
      : [{ path: `changes.${position}`, message: 'is not a change of the proposal' }],
  );
  if (problems.length > 0) throw invalidReference(problems);
}

/**
 * Has others who would decide the proposal wait. Throws a 409 if one of them is first. A request that is sent again while it
 * is being carried out goes on with its own hold.
 */
async function hold(call: ApplyProposalContext, proposal: StoredProposal): Promise<StoredProposal> {
  const now = call.now.getTime();
  const { heldUntil: until = 0, heldBy, changeSetId: known } = proposal;
  const isOwn = call.requestKey !== undefined && heldBy === call.requestKey;
  if (until > now && !isOwn) throw busy();
  if (isOwn && known !== null && until > now + HELD_MS / 2) return proposal;
  const heldUntil = now + HELD_MS;
  const changeSetId = known ?? newChangeSetId(call.now);
  const held = holdProposal(
    { ...proposal, changeSetId },
    { until: heldUntil, by: call.requestKey },
    writeConflict,
  );
  if (!(await call.tryWrite([held]))) throw writeConflict();
  return { ...proposal, changeSetId, heldUntil };
}

async function apply(
  { run }: ApplyProposalContext,
  { id, operation: name, path, query, body, ifMatch, ids, data, resourceId }: ProposedChange,
  {
    changeSetId,
    dryRun: isDry,
    versions,
  }: { changeSetId: string; dryRun: boolean; versions: Map<string, string> },
): Promise<Settled> {
  const operation = operations.get(name);
  if (!operation) return { state: 'refused', problem: { code: 'not_found', message: `${name} is gone.` } };
  const current = (version: string) => versions.get(`${resourceId} ${version}`) ?? version;
  const named = (body ?? {}) as { expectedUpdatedAt?: string };
  const versioned =
    named.expectedUpdatedAt === undefined
      ? body
      : { ...body, expectedUpdatedAt: current(named.expectedUpdatedAt) };
  try {
    const { workspaceId: _, ...own } = path;
    const done = (await run(
      operation,
      {
        path: own,
        query,
        body: versioned,
        ifMatch: typeof ifMatch === 'object' ? ifMatch.map(current) : ifMatch,
        once: `proposal ${id}`,
        ids,
        isDry,
      },
      changeSetId,
    )) as { updatedAt?: string } | null;
    const { updatedAt: proposed } = (data ?? {}) as { updatedAt?: string };
    if (proposed !== undefined && done?.updatedAt !== undefined)
      versions.set(`${resourceId} ${proposed}`, done.updatedAt);
    return { state: 'applied', problem: null };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500 || error.status === 429) throw error;
    const { code, message } = error;
    return { state: error.status === 409 ? 'conflict' : 'refused', problem: { code, message } };
  }
}
