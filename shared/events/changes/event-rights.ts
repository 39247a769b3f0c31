import { hasRole, type Caller } from '../../kernel/core/caller.ts';
import { ApiError, insufficientRole } from '../../kernel/core/errors.ts';
import type { Scope } from '../../kernel/core/scopes.ts';
import type { Noun } from '../../kernel/noun/define-noun.ts';
import { nounsWith } from '../../nouns/nouns.ts';
import { includesType, type EventSubject } from '../webhooks/webhook.ts';

type Reader = Noun['reader'];

const ofNouns = nounsWith('events').map(({ name, reader }) => [name, reader] as const);

/** The rights that reading a subject's events requires: the same as for reading the subject. */
export const eventRights = {
  ...(Object.fromEntries(ofNouns) as Record<EventSubject, Reader>),
  schedule: { scopes: ['schedule:read', 'stories:read'], role: 'guest' } satisfies Reader,
  proposal: { scopes: ['proposals:read'], role: 'guest' } satisfies Reader,
} as const;

const isSubject = (name: string): name is keyof typeof eventRights => Object.hasOwn(eventRights, name);

const subjectIn = (type: string): string => type.slice(0, type.indexOf('.'));

const missingScopes = (caller: Caller, subject: keyof typeof eventRights): Scope[] =>
  eventRights[subject].scopes.filter((scope) => !caller.scopes.has(scope));

/** Throws a 403 if the caller may not read a requested type, or the token lacks the scopes of every kind. */
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
    const { role } = eventRights[subject];
    if (!hasRole(caller, role)) throw insufficientRole(`Events of ${subject} are not for guests.`, role);
  }
}

/** Events about what the caller may see; no right is required to learn of it. */
const ACCESS = 'access';

/**
 * Whether a caller may read events of a type at all, and wants to. A type that only a newer release knows is left out, as
 * the rights that it needs are not known.
 */
export function isWanted(caller: Caller, type: string, wanted: readonly string[] | undefined): boolean {
  const subject = subjectIn(type);
  const chosen = wanted === undefined || includesType(new Set(wanted), type);
  if (!chosen || subject === ACCESS) return chosen;
  return (
    isSubject(subject) &&
    missingScopes(caller, subject).length === 0 &&
    hasRole(caller, eventRights[subject].role)
  );
}
