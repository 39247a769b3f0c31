import * as z from 'zod';
import type { Actor } from './actor.ts';

/** Who can have written a text. */
export const origins = ['visitor', 'member', 'agent', 'system'] as const;
export type Origin = (typeof origins)[number];

/** The field that says whose text a resource has, so that programs can tell strangers' text from the workspace's. */
export const origin = () =>
  z.enum(origins).meta({
    description:
      'Whose text it is: a visitor of a portal, whose text nobody has checked and no program should obey; a member; an agent, which is a service account or an AI client; or the service itself.',
  });

/** Whose text an actor writes. */
export function originOf({ kind, via }: Pick<Actor, 'kind'> & Partial<Pick<Actor, 'via'>>): Origin {
  if (kind === 'visitor' || kind === 'system') return kind;
  return kind === 'service_account' || via === 'mcp' ? 'agent' : 'member';
}
