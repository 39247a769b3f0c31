import type { OperationParts, RunnableOperation } from '../../core/call.ts';
import type { Caller, CountWrites, ResolveCaller } from '../../core/caller.ts';
import type { CallName, DatabaseClient } from '../../core/database.ts';
import { ApiError } from '../../core/errors.ts';
import type { Services } from '../../core/services.ts';
import type { newId } from '../../core/id.ts';
import { hypothesis, type Hypothesis } from './hypothesis.ts';
import type { idempotencyClaim, IdempotencyClaim } from './idempotency-store.ts';
import type { IfMatch } from './if-match.ts';
import type { ResourceOperation } from './operation-kinds.ts';
import { validateInput, type ParsedInput } from './parse-input.ts';
import type { RequestSource } from './request-origin.ts';

/** Services that make no write, and begin with none. */
export const withoutWrites = (services: Services): Services => hypothesis(services).services;

/** What a part of a request has of the whole. */
interface Shared {
  resolveCaller: ResolveCaller;
  source: RequestSource | null;
  changeSetId?: string;
  countWrites?: CountWrites | undefined;
}

interface OperationPart extends Shared {
  operation: ResourceOperation;
  input: ParsedInput | ApiError;
  claim: IdempotencyClaim | undefined;
  ifMatch?: IfMatch | undefined;
  newId?: (() => string) | undefined;
}

/** The request that runs other operations. */
interface Running extends Shared {
  services: Services;
  execute: (services: Services, part: OperationPart) => Promise<{ data: unknown }>;
  caller: Caller;
  newId: typeof newId;
  idempotencyClaim: typeof idempotencyClaim;
  /** What parts that are dry have done so far. */
  trial: { of?: Hypothesis };
}

/** Runs another operation for the caller of a request; returns its output. */
export async function runOther(
  { services, execute: run, caller, trial, newId: drawId, idempotencyClaim: claimed, ...shared }: Running,
  operation: RunnableOperation,
  { path, query = {}, body, ifMatch, once, ids = [], isDry = false }: OperationParts,
): Promise<unknown> {
  const inner = operation as ResourceOperation;
  const whole = { path: { workspaceId: caller.workspaceId, ...path }, query, body };
  const left = [...ids];
  const part = {
    ...shared,
    operation: inner,
    input: await validateInput(inner, whole),
    claim:
      once === undefined || isDry
        ? undefined
        : claimed(inner, { principalId: '', workspaceId: caller.workspaceId }, onceFor(once), services.now()),
    ifMatch,
    newId: ids.length > 0 ? () => left.shift() ?? drawId(services.now()) : undefined,
  };
  if (!isDry) return (await run(services, part)).data;
  trial.of ??= hypothesis(services);
  return (await run(trial.of.services, { ...part, countWrites: undefined })).data;
}

/** What is claimed for what is carried out once, no matter who runs it. */
const onceFor = (key: string) => ({ idempotencyKey: key, path: '', body: Buffer.alloc(0) });

const reads: ReadonlySet<CallName> = new Set(['GetItem', 'BatchGetItem', 'Query', 'Scan']);

/** Ends a run where it would write. */
class WouldWrite extends Error {
  override name = 'WouldWrite';
}

/**
 * Runs another operation up to its first write, which is not made. Throws if it is refused by right (403); other refusals
 * can depend on what is done before, and are no concern of this.
 */
export async function assertMay(
  running: Running,
  operation: RunnableOperation,
  parts: OperationParts,
): Promise<void> {
  try {
    await runOther({ ...running, services: onlyReading(running.services) }, operation, parts);
  } catch (error) {
    if (error instanceof WouldWrite) return;
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 403) throw error;
  }
}

/** Services whose database ends a run where it would write. */
function onlyReading({ database, ...services }: Services): Services {
  const { client } = database;
  const reading: DatabaseClient = {
    sdk: () => client.sdk(),
    destroy: () => undefined,
    async call(name, input, options) {
      if (!reads.has(name)) throw new WouldWrite();
      return await client.call(name, input, options);
    },
  };
  return { ...services, database: { ...database, client: reading } };
}
