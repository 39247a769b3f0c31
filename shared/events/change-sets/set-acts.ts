import type { SetEvent } from './change-set.ts';

/** The resource and what happened to it, from the type of an event. */
export function actOf({ type }: Pick<SetEvent, 'type'>): { resource: string; action: string } {
  const [resource = '', action = ''] = type.split('.');
  return { resource, action };
}

/** The resources whose changes can be reverted; of some, deletions too. */
const reversibleActs: Readonly<Record<string, readonly string[]>> = {
  story: ['created', 'updated', 'deleted', 'claimed', 'released'],
  comment: ['created', 'updated', 'deleted'],
  relation: ['created', 'updated', 'deleted'],
  sprint: ['created', 'updated'],
  objective: ['created', 'updated'],
  key_result: ['created', 'updated'],
  objective_update: ['created', 'updated'],
  label: ['created', 'updated'],
  custom_field: ['created', 'updated'],
  status: ['created', 'updated'],
  story_template: ['created', 'updated'],
  recurring_story: ['created', 'updated'],
  time_entry: ['created', 'updated'],
  attachment: ['created'],
  feedback_item: ['created', 'updated'],
  feedback_comment: ['created'],
  // Nothing is to be done about what an agent said.
  agent_session: ['created', 'updated'],
};

/** Whether a change can be reverted. */
export function isReversible(event: Pick<SetEvent, 'type'>): boolean {
  const { resource, action } = actOf(event);
  return reversibleActs[resource]?.includes(action) ?? false;
}
