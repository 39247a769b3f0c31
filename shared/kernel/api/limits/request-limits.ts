import { createHash } from 'node:crypto';
import { ApiError } from '../../core/errors.ts';
import type { Services } from '../../core/services.ts';
import { rateLimitHeaders } from './rate-limit-headers.ts';
import type { PresentedCredential } from '../../core/caller.ts';
import type { Charge, RequestIdentity } from '../operation/web-route.ts';
import type { RateLimitSubjects, RateLimiter, Standings } from './rate-limiter.ts';
import type { LimitedBy } from './rate-limits.ts';

/**
 * The refused caller and the limit that refused it. The alarm on the saturation of tenants counts lines with
 * `limitedBy`.
 */
interface RefusedByLimit {
  limitedBy: LimitedBy | 'writes';
  credentialId: string;
  workspaceId?: string;
}

/** What limits the requests a minute, and the writes a day, of all that a sandbox serves. */
export interface Limiters {
  requests: RateLimiter;
  writes: RateLimiter;
}

/** The cost that a request has been charged to its caller in one workspace, or outside of any. */
interface Charged {
  counted: RateLimitSubjects;
  cost: number;
}

/** The limits of one request. */
export class RequestLimits {
  readonly #limiter: RateLimiter;
  readonly #writes: RateLimiter;
  readonly #services: Pick<Services, 'now'>;
  #presented: { proof: string; cost: number } | undefined;
  /** Writes that the request is about to make, and those that have been charged. */
  #writing = { presented: 0, charged: 0 };
  #refreshed: Promise<void> = Promise.resolve();
  readonly #charged: Charged[] = [];
  #standings: Standings | undefined;
  #refusal: ApiError | undefined;
  #refused: RefusedByLimit | Record<string, never> = {};

  constructor({ requests, writes }: Limiters, services: Pick<Services, 'now'>) {
    this.#limiter = requests;
    this.#writes = writes;
    this.#services = services;
  }

  /**
   * Starts the limiter's reads, in parallel with the request's own first read. Throws a 429 at once if this sandbox has
   * verified the same credential and knows that its limit is used up.
   */
  present(credential: PresentedCredential, { requests: cost, writes }: Charge = ONE_READ): void {
    const { now } = this.#services;
    const proof = createHash('sha256').update(credential.proof).digest('base64');
    this.#presented = { proof, cost: Math.max(cost, this.#presented?.cost ?? 1) };
    const counted = countedFor(credential);
    if (this.#limiter.isRefused(counted, proof, now())) {
      this.#standings = this.#limiter.take(counted, 1, now());
      if (this.#standings.exceeded) throw this.#refuse(this.#standings, counted);
    }
    this.#refreshed = this.#limiter.refresh(counted, now());
    const { workspaceId } = credential;
    if (writes === 0 || workspaceId === null) return;
    this.#writing.presented += writes;
    this.#refreshed = Promise.all([
      this.#refreshed,
      this.#writes.refresh({ workspace: workspaceId }, now()),
    ]).then(() => undefined);
  }

  /**
   * Charges the request to its verified caller, once, at the cost of its most expensive call, and all its writes to the
   * workspace. Throws a 429 beyond a limit.
   */
  async charge(credential: Credential): Promise<void> {
    await this.#refreshed;
    if (this.#refusal) throw this.#refusal;
    const { cost = 1, proof } = this.#presented ?? {};
    const now = this.#services.now();
    const charged = this.#chargedTo(credential);
    const { counted } = charged;
    const more = cost - charged.cost;
    this.#standings =
      more > 0 ? this.#limiter.take(counted, more, now) : this.#limiter.standings(counted, now);
    charged.cost = cost;
    if (!this.#standings.exceeded) return await this.#chargePresented(credential);
    if (proof !== undefined) this.#limiter.rememberRefused(counted, proof);
    throw this.#refuse(this.#standings, counted, cost);
  }

  /**
   * What a caller has been charged in their workspace. A session and a grant are charged before their workspace is
   * known, which is undone then: the limits of the workspace are for all that is sent to it, and for nothing else.
   */
  #chargedTo({ credentialId, workspaceId }: Credential): Charged {
    const last = this.#charged.at(-1);
    if (last && last.counted.workspace === undefined && workspaceId !== null) {
      this.#limiter.refund(last.counted, last.cost);
      this.#charged.pop();
    }
    const known =
      workspaceId === null
        ? this.#charged.at(-1)
        : this.#charged.find(({ counted }) => counted.workspace === workspaceId);
    const charged = known ?? { counted: countedFor({ credentialId, workspaceId }), cost: 0 };
    if (!known) this.#charged.push(charged);
    return charged;
  }

  async #chargePresented(credential: Credential): Promise<void> {
    const writes = this.#writing.presented - this.#writing.charged;
    if (writes === 0) return;
    this.#writing.charged += writes;
    await this.chargeWrites(credential, writes).catch((error: unknown) => {
      this.#refusal = error as ApiError;
      throw error;
    });
  }

  /** Charges writes to the workspace of a verified caller. Throws a 429 beyond its limit, which refuses only them. */
  async chargeWrites({ credentialId, workspaceId }: Credential, writes: number): Promise<void> {
    if (workspaceId === null) return;
    const now = this.#services.now();
    const standings = this.#writes.take({ workspace: workspaceId }, writes, now);
    if (!standings.exceeded) return;
    this.#refused = { limitedBy: 'writes', credentialId, workspaceId };
    // Imported on demand to keep the bundle under 250 KB.
    const { tooManyWrites } = await import('./too-many.ts');
    throw tooManyWrites(standings, writes);
  }

  /**
   * Charges a request without a credential to the network that it comes from. The limit is a workspace's, since whole
   * offices and hosted AI clients share a network. Throws a 429 beyond it. The response has no rate-limit headers,
   * since shared caches store some of these responses.
   */
  async chargeNetwork(network: string): Promise<void> {
    const counted = { workspace: `network ${network}` };
    const now = this.#services.now();
    const standings = this.#limiter.take(counted, 1, now);
    if (!standings.exceeded) {
      this.#refreshed = this.#limiter.refresh(counted, now);
      return;
    }
    const { tooManyOfNetwork } = await import('./too-many.ts');
    this.#refusal = tooManyOfNetwork(standings);
    throw this.#refusal;
  }

  /** Resolves when the limiter has no pending reads or writes. */
  get settled(): Promise<void> {
    return this.#refreshed;
  }

  /** The 429 of the request, if there was one. */
  get refusal(): ApiError | undefined {
    return this.#refusal;
  }

  /**
   * The caller and the limit that it has used up, for the log line. It is verified, even if the sandbox refused without
   * a read.
   */
  get refused(): RefusedByLimit | Record<string, never> {
    return this.#refused;
  }

  /** The headers of the response; none for a caller who is not known. */
  get headers(): Record<string, string> {
    return this.#standings ? rateLimitHeaders(this.#standings) : {};
  }

  #refuse(
    { exceeded, resetSeconds }: Standings,
    { credential, workspace }: RateLimitSubjects,
    cost = 1,
  ): ApiError {
    this.#refused = {
      limitedBy: exceeded!.by,
      credentialId: credential!,
      ...(workspace === undefined ? {} : { workspaceId: workspace }),
    };
    const exhausted = exceeded!.by === 'credential' ? 'This credential' : 'The workspace';
    const has =
      cost > 1
        ? `This counts as ${cost} requests. ${exhausted} has too few left of`
        : `${exhausted} has used`;
    this.#refusal = new ApiError('rate_limited', `${has} its ${exceeded!.limit} requests a minute.`, {
      hint: `Wait ${resetSeconds} seconds, then send fewer requests; RateLimit in each response says how many are left.`,
      headers: { 'retry-after': String(resetSeconds) },
    });
    return this.#refusal;
  }
}

const ONE_READ: Charge = { requests: 1, writes: 0 };

type Credential = Pick<RequestIdentity, 'credentialId' | 'workspaceId'>;

const countedFor = ({ credentialId, workspaceId }: Credential): RateLimitSubjects => ({
  credential: credentialId,
  ...(workspaceId ? { workspace: workspaceId } : {}),
});
