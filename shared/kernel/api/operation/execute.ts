import { assertSameWorkspace, authorize } from './authorize.ts';
import { chargeOnce } from './charge-once.ts';
import { setTimeout as pause } from 'node:timers/promises';
import type { CountWrites, ResolveCaller } from '../../core/caller.ts';
import { createReader } from '../../db/reader.ts';
import { commit, commitEither, increment, signDeletion, tryCommit } from '../../db/write.ts';
import { newChangeSetId } from '../../core/change-set-id.ts';
import { newId } from '../../core/id.ts';
import { ApiError } from '../../core/errors.ts';
import {
  AlreadyCommitted,
  findReplay,
  idempotencyClaim,
  PROPOSED,
  recordIdempotencyKey,
  type IdempotencyClaim,
} from './idempotency-store.ts';
import { Accepted, Existing, WithSecret, WithTotal, type OperationContext } from '../../core/call.ts';
import type { RequestSource } from './request-origin.ts';
import { assertMatch, type IfMatch } from './if-match.ts';
import { isProposable } from './proposable.ts';
import { inSchemaOrder, replay } from './replay.ts';
import { noIncludes, type OpenedIncludes } from './include.ts';
import type { ExecutableOperation, ListOperation } from './operation-kinds.ts';
import type { OperationResult, ResultOf } from './operation-result.ts';
import { retryOnConflict } from '../../db/retry-on-conflict.ts';
import type { ParsedInput } from './parse-input.ts';
import type { Services } from '../../core/services.ts';
import { isSeveral } from '../../db/signature.ts';
import type { Change, Reader } from '../../core/database.ts';

interface Request<O extends ExecutableOperation = ExecutableOperation> {
  operation: O;
  resolveCaller: ResolveCaller;
  /**
   * The validated input, or the validation error, which is thrown only to callers with the required rights.
   */
  input: ParsedInput | ApiError;
  claim: IdempotencyClaim | undefined;
  /** The versions that the request may change, from its If-Match header. */
  ifMatch?: IfMatch | undefined;
  /** Whether the caller asked for an SVG instead of JSON. */
  draws?: boolean;
  /** Counts what it writes besides; operators are not counted. */
  countWrites?: CountWrites | undefined;
  /** Draws the numbers of a bulk request's item, in the order of the items. */
  drawNumber?: OperationContext['drawNumber'] | undefined;
  /** Draws the ids of what it makes, where they are known before. */
  newId?: OperationContext['newId'] | undefined;
  /** The change set that the request belongs to; without one, it is one of its own. */
  changeSetId?: string | undefined;
  /** The origin of the request; null for the operator's command line. */
  source: RequestSource | null;
}

/**
 * Runs an operation for the holder of a credential: one read for authorization and the operation's needs,
 * then handle. Operations that run concurrently with one reader share that first read.
 */
export async function execute<O extends ExecutableOperation>(
  services: Services,
  request: Request<O>,
  read: Reader = createReader(services.database),
): Promise<ResultOf<O>> {
  // Operations are declared with the types of their schemas, which a list of them cannot know.
  return (await carryOut(services, request, read)) as ResultOf<O>;
}

async function carryOut(services: Services, request: Request, read: Reader): Promise<OperationResult> {
  const { operation, input, claim } = request;
  const now = services.now();
  const openIncludes = await openerOf(operation, input);
  const reading = Promise.all([claim ? read.get(claim.key) : undefined, loadItems(operation, input, read)]);
  reading.catch(() => undefined);
  const includes = openIncludes({ read, now, setting: services.setting });
  const caller = await request.resolveCaller(read, now);
  authorize(operation, caller);
  if (input instanceof ApiError) throw input;
  includes.assertAllowed(caller);
  assertSameWorkspace(input, caller);
  const [recorded, loaded] = await reading;
  const context = operationContext(services, { ...request, caller, read, now });
  const call = { ...context, ...input, loaded };
  const earlier = claim && findReplay(claim, recorded, now);
  // Imported on demand: few callers only propose.
  const proposing = () => import('./propose.ts');
  if (earlier?.resourceId.startsWith(PROPOSED))
    return await (await proposing()).replayProposed(read, earlier.resourceId.slice(PROPOSED.length), now);
  if (earlier) return await replay(operation, context, earlier.resourceId);
  if (caller.proposes && operation.kind === 'resource' && !operation.readOnly && !operation.isDirect)
    return await (
      await proposing()
    ).propose(pipelineOf(services, request), { ...request, input, caller, now });
  return await run(services, request, call, includes);
}

/** What proposing a request takes of this file and those that it loads. */
const pipelineOf = (services: Services, request: Request) => ({
  services,
  createReader,
  commit,
  newId,
  recordKey: recordIdempotencyKey,
  AlreadyCommitted,
  PROPOSED,
  isProposable,
  run: (dry: Services, trial: Partial<Request>) =>
    carryOut(dry, { ...request, ...trial }, createReader(dry.database)),
});

/** Runs a request that is not a replay. */
async function run(
  services: Services,
  request: Request,
  call: RunningCall,
  includes: OpenedIncludes,
): Promise<OperationResult> {
  const { operation } = request;
  if (operation.kind === 'list') {
    if (request.draws && operation.picture) {
      return { data: [], picture: await operation.picture(call), replayed: false };
    }
    return await handleList(services, operation, call, includes);
  }
  const done = await handleWithRetries(services, operation, request, call);
  return { ...done, included: await includes.render([done.data], call) };
}

type OpenIncludes = (reads: Pick<OperationContext, 'read' | 'now' | 'setting'>) => OpenedIncludes;

/** What opens a request's includes. Few requests have any, so its code is imported on demand, before the first read. */
async function openerOf(
  operation: ExecutableOperation,
  input: ParsedInput | ApiError,
): Promise<OpenIncludes> {
  if (!('includes' in operation) || input instanceof ApiError || !input.query['include'])
    return () => noIncludes;
  const { openIncludes } = await import('./opened-includes.ts');
  return (reads) => openIncludes(operation.includes, input, reads);
}

type RunningCall = OperationContext & ParsedInput & { loaded: Record<string, unknown> };

async function loadItems(operation: ExecutableOperation, input: ParsedInput | ApiError, read: Reader) {
  if (input instanceof ApiError) return {};
  const loads = operation.load({ ...input, read });
  const values = await Promise.all(Object.values(loads));
  return Object.fromEntries(Object.keys(loads).map((name, position) => [name, values[position]]));
}

function operationContext(
  services: Services,
  {
    resolveCaller,
    operation,
    caller,
    read,
    now,
    claim,
    ifMatch,
    drawNumber,
    newId: drawId = () => newId(now),
    source,
    changeSetId,
    countWrites = async () => {},
  }: Pick<OperationContext, 'caller' | 'read' | 'now'> & Omit<Request, 'input' | 'draws'>,
): OperationContext {
  const { database, randomBytes, keys, setting, baseUrl, resolvePublic, resolveTxt } = services;
  const declared = operation.kind === 'list' ? null : operation.audit;
  // The only change of a request needs no id: its event's identifies it.
  let ownSet: string | undefined;
  let hasSteps = false;
  let isRecorded = false;
  const setOf = (changes: readonly Change[]) => {
    hasSteps ||= isSeveral(changes);
    return changeSetId ?? (hasSteps ? (ownSet ??= newChangeSetId(now)) : undefined);
  };
  // Imported on demand: few requests run others.
  const other = () => import('./run-other.ts');
  const running = { services, execute, caller, resolveCaller, source, newId, idempotencyClaim, trial: {} };
  return {
    caller,
    read,
    now,
    newId: drawId,
    randomBytes,
    keys,
    setting,
    baseUrl,
    pause,
    resolvePublic,
    resolveTxt,
    assertMatch: (current) => assertMatch(ifMatch, current),
    nextNumber: async (counter) => (await increment(database, counter, now)).count,
    countWrites,
    drawNumber: drawNumber ?? ((counter, amount) => increment(database, counter, now, amount)),
    async commit(own, resourceId, details, written) {
      const actor = written?.actor ?? caller.actor;
      const act = { caller, source, now, setting };
      const changes = declared ? [...own, ...declared.entryOf(act, { resourceId, own, details })] : own;
      const set = setOf(changes);
      await signDeletion(database, changes, resourceId, actor, set);
      // The idempotency record comes first: if its condition fails together with others, this is a replay and
      // not a conflict.
      const claimed = claim ? [recordIdempotencyKey(claim, resourceId, now), ...changes] : changes;
      if (!written?.whenContended) return await commit(database, claimed, actor, set);
      await commitEither(database, [claimed, written.whenContended], actor, set);
    },
    tryWrite(changes) {
      hasSteps = true;
      return tryCommit(database, changes, caller.actor, setOf(changes));
    },
    async recordFirst(resourceId) {
      if (!claim) return;
      const record = recordIdempotencyKey(claim, resourceId, now);
      await commit(database, [isRecorded ? { put: record.put } : record], caller.actor);
      isRecorded = true;
    },
    run: async (runnable, parts, set) =>
      await (await other()).runOther({ ...running, changeSetId: set, countWrites }, runnable, parts),
    assertMay: async (runnable, parts) => await (await other()).assertMay(running, runnable, parts),
    withoutWrites: async () => (await other()).withoutWrites(services),
    changeSetId,
    requestKey: claim?.key.pk,
  };
}

async function handleWithRetries(
  services: Services,
  operation: Exclude<ExecutableOperation, ListOperation>,
  request: Request,
  first: RunningCall,
): Promise<OperationResult> {
  let call = first;
  const charge = chargeOnce(first.countWrites);
  return await retryOnConflict(async (attempt) => {
    if (attempt > 1) call = await reload(services, request, call);
    charge.begin();
    try {
      const done = await operation.handle({ ...call, countWrites: charge.countWrites });
      if (done instanceof Existing) {
        return { data: inSchemaOrder(operation, done.data), existing: true, replayed: false };
      }
      if (done instanceof WithTotal) {
        return { data: inSchemaOrder(operation, done.data), total: done.total, replayed: false };
      }
      if (done instanceof Accepted) return { data: done.data as unknown, accepted: true, replayed: false };
      if (!(done instanceof WithSecret)) return { data: inSchemaOrder(operation, done), replayed: false };
      return { data: inSchemaOrder(operation, done.data), secret: done.secret, replayed: false };
    } catch (error) {
      const earlier = await findConcurrentCommit(request, call, error);
      if (!earlier) throw error;
      // With the rights after the other commit, which may have added the caller to a team.
      return await replay(operation, await reload(services, request, call), earlier.resourceId);
    }
  });
}

/**
 * Returns the record of an identical request that committed while this one ran, which may be why this one
 * failed: during its own commit, or earlier, having read the other's changes but not its record.
 */
async function findConcurrentCommit({ claim }: Request, { read, now }: RunningCall, error: unknown) {
  if (error instanceof AlreadyCommitted) return error.record;
  if (!claim || !(error instanceof ApiError)) return undefined;
  return findReplay(claim, await read.get(claim.key), now);
}

/** Reads everything again, including the caller's rights. */
async function reload(services: Services, request: Request, call: RunningCall): Promise<RunningCall> {
  const { operation, resolveCaller, input } = request;
  const read = createReader(services.database);
  const [caller, loaded] = await Promise.all([
    resolveCaller(read, call.now),
    loadItems(operation, input, read),
  ]);
  authorize(operation, caller);
  return { ...call, ...operationContext(services, { ...request, caller, read, now: call.now }), loaded };
}

async function handleList(
  services: Services,
  operation: ListOperation,
  call: RunningCall,
  includes: OpenedIncludes,
): Promise<OperationResult> {
  const { caller } = call;
  // Imported on demand, since the first request of many functions is not a list.
  const { openPage, pageMeta } = await import('./list-page.ts');
  const opened = await openPage(services, call, { operation, caller });
  const read = createReader(services.database, { consistent: false });
  let { limit } = opened.page;
  for (;;) {
    const answer = await operation.handle({
      ...call,
      query: opened.filters,
      page: { ...opened.page, limit },
    });
    const data = answer.items.map((item) => inSchemaOrder(operation, item));
    const included = await includes.render(data, { caller, read });
    if (data.length <= 1 || includes.fit(data, included)) {
      return { data, meta: await pageMeta(answer, opened), included, replayed: false };
    }
    limit = Math.ceil(data.length / 2);
  }
}
