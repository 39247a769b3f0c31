import { randomBytes } from 'node:crypto';
import * as z from 'zod';

/** A role of the emulated account: who may assume it, and what it may do. */
export const roleSchema = z.strictObject({
  arn: z.string().regex(/^arn:aws:iam::\d{12}:role\/[\w+=,.@-]{1,64}$/),
  /** The external id that its trust policy demands. */
  externalId: z.string().min(2),
  /** The actions that its policy allows on everything. */
  actions: z.array(z.string()),
});

export type Role = z.infer<typeof roleSchema>;

/** How a queue, bus or bucket refuses: with a code of AWS, some times or until it is set again. */
export const refusalSchema = z.strictObject({
  arn: z.string(),
  code: z.string(),
  times: z.int().min(0).max(100),
});

/** What arrived at a queue, bus or bucket. */
export interface Arrival {
  arn: string;
  /** The message, entry or object as AWS keeps it. */
  content: unknown;
  /** What the session that sent it may do at most. */
  sessionPolicy: unknown;
}

interface PolicyStatement {
  Action: string | string[];
  Resource: string;
}

/** A session of a role, by which requests are signed. */
export interface Session {
  role: Role;
  secretAccessKey: string;
  sessionToken: string;
  /** The statements of the session policy; without one, the role's actions count alone. */
  policy: PolicyStatement[] | undefined;
}

const ARRIVALS_MAX = 500;

/**
 * What Plotline's customers have in their AWS accounts, for trying destinations of events: roles, and any queue, event
 * bus and bucket that a role allows. In memory only.
 */
export class OtherAccount {
  readonly #roles = new Map<string, Role>();
  readonly #sessions = new Map<string, Session>();
  readonly #refusals = new Map<string, { code: string; times: number }>();
  #arrivals: Arrival[] = [];

  /** The latest first. */
  get arrivals(): readonly Arrival[] {
    return this.#arrivals;
  }

  /** Creates a role or replaces one. */
  putRole(role: Role): void {
    this.#roles.set(role.arn, role);
  }

  refuse({ arn, code, times }: z.infer<typeof refusalSchema>): void {
    this.#refusals.set(arn, { code, times });
  }

  /** The code by which something refuses the next request. */
  takeRefusal(arn: string): string | undefined {
    const refusal = this.#refusals.get(arn);
    if (!refusal || refusal.times === 0) return undefined;
    refusal.times--;
    return refusal.code;
  }

  /** A session of a role, with the id of its key; undefined if the role is not trusting. */
  assume(
    arn: string,
    externalId: string | null,
    policy: string | null,
  ): (Session & { accessKeyId: string }) | undefined {
    const role = this.#roles.get(arn);
    if (role?.externalId !== externalId) return undefined;
    const accessKeyId = `ASIA${randomBytes(8).toString('hex').toUpperCase()}`;
    const session = {
      role,
      secretAccessKey: randomBytes(30).toString('base64'),
      sessionToken: randomBytes(90).toString('base64'),
      policy:
        policy === null ? undefined : (JSON.parse(policy) as { Statement: PolicyStatement[] }).Statement,
    };
    this.#sessions.set(accessKeyId, session);
    return { ...session, accessKeyId };
  }

  session(accessKeyId: string): Session | undefined {
    return this.#sessions.get(accessKeyId);
  }

  /** Whether a session may do something: its role and its own policy both allow it. */
  allows({ role, policy }: Session, action: string, resource: string): boolean {
    // A role is read again, since its policy may have changed.
    const { actions } = this.#roles.get(role.arn) ?? role;
    const inPolicy = ({ Action, Resource }: PolicyStatement) =>
      [Action].flat().includes(action) &&
      (Resource.endsWith('*') ? resource.startsWith(Resource.slice(0, -1)) : resource === Resource);
    return actions.includes(action) && (policy?.some(inPolicy) ?? true);
  }

  receive(arrival: Arrival): void {
    this.#arrivals = [arrival, ...this.#arrivals].slice(0, ARRIVALS_MAX);
  }
}
