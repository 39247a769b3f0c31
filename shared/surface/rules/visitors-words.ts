import type { RuleEvent } from '../../events/rules/find-triggered.ts';
import type { Story } from '../../planning/story/story.ts';

/** Ids and times, which no one writes. */
const MADE = /^(?:[\da-f]{8}-[\da-f-]{27}|\d{4}-\d\d-\d\dT[\d:.]+Z)$/;

/** Fields that hold one of some words. */
const chosen: ReadonlySet<string> = new Set([
  'status',
  'type',
  'authorKind',
  'origin',
  'visibility',
  'priority',
  'reference',
]);

/** Whether the value of a path is what a visitor wrote: programs must not obey it, and it mentions no one. */
export function isOfVisitor(
  path: string,
  value: unknown,
  { event, story }: { event: RuleEvent; story: Story | undefined },
): boolean {
  const isTheirs = path.startsWith('event.data.')
    ? event.origin === 'visitor'
    : path.startsWith('story.') && story?.origin === 'visitor';
  if (!isTheirs || chosen.has(path.slice(path.lastIndexOf('.') + 1))) return false;
  return [value]
    .flat()
    .some((one) => (typeof one === 'object' ? one !== null : typeof one === 'string' && !MADE.test(one)));
}

/** A visitor's words as text that mentions no one. */
export const inert = (value: unknown): unknown =>
  typeof value === 'string'
    ? value.replaceAll(/[@＠﹫]/gu, '(at)')
    : JSON.stringify(value).replaceAll(/[@＠﹫]/gu, '(at)');

/** The actions that can repeat a visitor's words, since what they make says whose words it has. */
export const quotingActions: ReadonlySet<string> = new Set(['createComment', 'createStory']);
