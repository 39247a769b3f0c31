import type { Caller } from '../../core/caller.ts';
import type { Change, Reader } from '../../core/database.ts';
import { ApiError, conflict, WriteConflict, writeConflict } from '../../core/errors.ts';
import type { newId } from '../../core/id.ts';
import type { Services } from '../../core/services.ts';
import type { createReader } from '../../db/reader.ts';
import type { commit } from '../../db/write.ts';
import { hypothesis } from './hypothesis.ts';
import type { AlreadyCommitted, IdempotencyClaim, recordIdempotencyKey } from './idempotency-store.ts';
import type { IfMatch } from './if-match.ts';
import type { Operation, ResourceOperation } from './operation-kinds.ts';
import type { OperationResult } from './operation-result.ts';
import type { isProposable } from './proposable.ts';
import type { ParsedInput } from './parse-input.ts';
import {
  findJoined,
  getProposalItem,
  getProposedChange,
  joinProposal,
  listProposedChanges,
  openProposal,
  PROPOSED_CHANGES_MAX,
  statusAt,
  toProposal,
  type ProposedChange,
  type StoredProposal,
} from './proposal-store.ts';

/** An item has at most 400 KB. https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html */
const CHANGE_MAX_BYTES = 380_000;

/** How often a proposal is joined again that others have opened or decided meanwhile. */
const ATTEMPTS = 10;

const notProposable = ({ id }: Operation): ApiError =>
  new ApiError('not_proposable', `This credential can only propose, and ${id} cannot be proposed.`);

interface Proposed {
  operation: Operation;
  input: ParsedInput;
  claim: IdempotencyClaim | undefined;
  ifMatch?: IfMatch | undefined;
  changeSetId?: string | undefined;
  caller: Caller;
  now: Date;
}

/** What the pipeline hands over, so that its own code is in one file of a bundle. */
interface Pipeline {
  services: Services;
  createReader: typeof createReader;
  commit: typeof commit;
  newId: typeof newId;
  recordKey: typeof recordIdempotencyKey;
  AlreadyCommitted: typeof AlreadyCommitted;
  isProposable: typeof isProposable;
  /** What begins the record of a write that was only proposed. */
  PROPOSED: string;
  /** Carries a request out. */
  run: (services: Services, trial: Trial) => Promise<OperationResult>;
}

/** What a request is carried out with, where nothing is to be written. */
interface Trial {
  claim: undefined;
  drawNumber: undefined;
  countWrites: undefined;
  resolveCaller: () => Promise<Caller>;
  newId: () => string;
}

/**
 * Answers a write as if it had been made, and adds it to the open proposal of its change set, or to one of its own. What
 * the caller may not do is refused as ever.
 */
export async function propose(
  pipeline: Pipeline,
  { operation, input, claim, ifMatch, changeSetId, caller, now }: Proposed,
): Promise<OperationResult> {
  const { services, newId: drawId, PROPOSED: recorded, run } = pipeline;
  const canPropose: typeof isProposable = pipeline.isProposable;
  if (!canPropose(operation)) throw notProposable(operation);
  for (let attempt = 1; ; attempt++) {
    const read = pipeline.createReader(services.database);
    const { joined: former, open } = await findJoined(read, caller, { changeSetId, now });
    if (open && open.changeCount >= PROPOSED_CHANGES_MAX) throw full();
    const earlier = open ? await listProposedChanges(read, open.id) : [];
    const trial = hypothesis(
      services,
      earlier.flatMap(({ effects }) => effects),
    );
    const ids: string[] = [];
    const draw = () => {
      const id = drawId(now);
      ids.push(id);
      return id;
    };
    const result = await run(trial.services, {
      claim: undefined,
      drawNumber: undefined,
      countWrites: undefined,
      resolveCaller: async () => ({ ...caller, proposes: undefined, isTrial: true }),
      newId: draw,
    });
    if (trial.effects().length === 0) return result;
    const proposalId = open?.id ?? drawId(now);
    const { path, query, body } = input;
    const change = within(CHANGE_MAX_BYTES, {
      id: drawId(services.now()),
      proposalId,
      operation: operation.id,
      path: path as Record<string, string>,
      query,
      body: body as object | undefined,
      ifMatch,
      ids,
      data: result.data,
      resourceId: resourceIdOf(operation, input, result.data),
      effects: trial.effects(),
      state: 'open',
      problem: null,
    });
    const teamIds = trial.teamIds();
    const key = claim ? [pipeline.recordKey(claim, `${recorded}${proposalId} ${change.id}`, now)] : [];
    const opening = {
      id: proposalId,
      caller,
      title: titleOf(operation, result.data, ids),
      teamIds,
      changeSetId,
      now,
    };
    const changes: Change[] = open
      ? joinProposal(open, change, { teamIds, decided: writeConflict })
      : openProposal(opening, change, { former, joined: writeConflict });
    try {
      await pipeline.commit(services.database, [...key, ...changes], caller.actor);
    } catch (error) {
      if (error instanceof pipeline.AlreadyCommitted)
        return await replayProposed(
          pipeline.createReader(services.database),
          error.record.resourceId.slice(recorded.length),
          now,
        );
      if (!(error instanceof WriteConflict) || attempt === ATTEMPTS) throw error;
      continue;
    }
    return { data: result.data, proposal: { id: proposalId, status: 'open' }, replayed: false };
  }
}

/** The answer to a repeated request whose first one was proposed as a change (the ids of proposal and change), with the proposal's status now. */
export async function replayProposed(read: Reader, place: string, now: Date): Promise<OperationResult> {
  const [proposalId, id] = place.split(' ') as [string, string];
  const [change, item] = await Promise.all([
    getProposedChange(read, { proposalId, id }),
    getProposalItem(read, proposalId),
  ]);
  if (!change || !item) throw conflict('The proposal was deleted.', 'Use a new Idempotency-Key.');
  const proposal: StoredProposal = toProposal(item);
  return {
    data: change.data,
    proposal: { id: proposalId, status: statusAt(proposal, now) },
    replayed: true,
  };
}

const full = (): ApiError =>
  conflict(
    `A proposal has at most ${PROPOSED_CHANGES_MAX} changes.`,
    'Use another Change-Set for more, or wait until this proposal is decided.',
  );

/** The resource of an answer, or the one that the path names. */
function resourceIdOf(operation: ResourceOperation, { path }: ParsedInput, data: unknown): string | null {
  const { id } = (data ?? {}) as { id?: unknown };
  if (typeof id === 'string') return id;
  const last = [...operation.path.matchAll(/\{(\w+)\}/g)].at(-1)?.[1];
  return last === undefined || last === 'workspaceId' ? null : String(path[last]);
}

/** What a proposal is called by its first change: what that does, and to what. The number of what is new is drawn when it is made. */
function titleOf({ summary }: ResourceOperation, data: unknown, drawn: readonly unknown[]): string {
  const { id, reference, title, name } = (data ?? {}) as Record<string, unknown>;
  const named = [!drawn.includes(id) && reference, title ?? name]
    .filter((one) => typeof one === 'string')
    .join(' ');
  return named === '' ? summary : `${summary}: ${named}`;
}

function within(most: number, change: ProposedChange): ProposedChange {
  if (Buffer.byteLength(JSON.stringify(change)) <= most) return change;
  throw new ApiError('request_too_large', 'The change is too large to be proposed.', {
    hint: 'Propose less text at once.',
  });
}
