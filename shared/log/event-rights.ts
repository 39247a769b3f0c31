import { hasRole, type Caller, type Role } from '../core/caller.ts';
import { ApiError, insufficientRole } from '../core/errors.ts';
import type { Scope } from '../core/scopes.ts';
import { includesType, type EventSubject } from '../webhooks/webhook.ts';

interface Rights {
  scopes: readonly Scope[];
  /** The weakest role that suffices, `guest` by default. */
  role?: Role;
}

/** What the reader of a subject's events needs: the same as of the subject itself. */
export const eventRights: Record<EventSubject | 'schedule', Rights> = {
  story: { scopes: ['stories:read'] },
  comment: { scopes: ['comments:read', 'stories:read'] },
  relation: { scopes: ['stories:read'] },
  sprint: { scopes: ['sprints:read'] },
  objective: { scopes: ['objectives:read'] },
  key_result: { scopes: ['objectives:read'] },
  label: { scopes: ['labels:read'] },
  status: { scopes: ['teams:read'] },
  team: { scopes: ['teams:read'] },
  // Guests see the members of their teams only, and the log does not say who is in a team.
  member: { scopes: ['members:read'], role: 'member' },
  feedback_item: { scopes: ['feedback:read'], role: 'member' },
  feedback_comment: { scopes: ['feedback:read'], role: 'member' },
  feedback_update: { scopes: ['feedback:read'], role: 'member' },
  schedule: { scopes: ['schedule:read', 'stories:read'] },
  portal: { scopes: ['feedback:read'], role: 'member' },
};

const isSubject = (name: string): name is keyof typeof eventRights => Object.hasOwn(eventRights, name);

const subjectIn = (type: string): string => type.slice(0, type.indexOf('.'));

const missingScopes = (caller: Caller, subject: keyof typeof eventRights): Scope[] =>
  eventRights[subject].scopes.filter((scope) => !caller.scopes.has(scope));

/** Throws a 403 if a type that is asked for by name is not for the caller to read, or the token has no kind's scopes. */
export function assertReadable(caller: Caller, types: readonly string[]): void {
  const subjects = Object.keys(eventRights).filter(isSubject);
  if (subjects.every((subject) => missingScopes(caller, subject).length > 0)) {
    const missing = [...new Set(subjects.flatMap((subject) => missingScopes(caller, subject)))];
    throw new ApiError('insufficient_scope', 'The token lacks the read scope of every kind of change.', {
      hint: `Use a token that has one of ${missing.join(', ')}; comments and schedules need stories:read too.`,
      details: { missingScopes: missing },
    });
  }
  for (const subject of types.map(subjectIn).filter(isSubject)) {
    const missing = missingScopes(caller, subject);
    if (missing.length > 0) {
      throw new ApiError('insufficient_scope', `The token lacks the scope ${missing.join(' and ')}.`, {
        hint: `Use a token that has ${missing.join(' and ')}, or do not ask for ${subject}.`,
        details: { missingScopes: missing },
      });
    }
    const { role = 'guest' } = eventRights[subject];
    if (!hasRole(caller, role)) throw insufficientRole(`Events of ${subject} are not for guests.`, role);
  }
}

/** Whether a caller may read events of a type at all, and wants to. */
export function isWanted(caller: Caller, type: string, wanted: readonly string[] | undefined): boolean {
  const subject = subjectIn(type);
  const chosen = wanted === undefined || includesType(new Set(wanted), type);
  if (!chosen || !isSubject(subject)) return chosen;
  return missingScopes(caller, subject).length === 0 && hasRole(caller, eventRights[subject].role ?? 'guest');
}
