import { nounsWith } from '../../nouns/nouns.ts';
import type { SetEvent } from './change-set.ts';

/** The resource and what happened to it, from the type of an event. */
export function actOf({ type }: Pick<SetEvent, 'type'>): { resource: string; action: string } {
  const [resource = '', action = ''] = type.split('.');
  return { resource, action };
}

const reverted = new Map<string, readonly string[]>(
  nounsWith('reverts').map(({ name, reverts }) => [name, reverts]),
);

/** Whether a change can be reverted. */
export function isReversible(event: Pick<SetEvent, 'type'>): boolean {
  const { resource, action } = actOf(event);
  return reverted.get(resource)?.includes(action) ?? false;
}
