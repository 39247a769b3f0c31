import type { OperationContext } from '../../kernel/core/call.ts';
import type { FieldChange } from '../../kernel/log/event.ts';
import { createStoryLink } from './create-story-link.ts';
import { deleteStoryLink } from './delete-story-link.ts';
import type { StoryLink } from '../story-parts/link.ts';
import { updateStoryLink } from './update-story-link.ts';

type Links = readonly StoryLink[];

/** What is to be done about the links of a story. */
interface LinkPlan {
  remove: Links;
  add: Links;
  reset: readonly { now: StoryLink; former: StoryLink }[];
  /** Whether a link was changed since, and is kept. */
  isChangedSince: boolean;
}

/** What callers set of a link; a link that is created again has other ids and times. */
const contentOf = (link: StoryLink | undefined): string =>
  link ? JSON.stringify([link.url, link.title, link.kind, link.state]) : '';

/** Compares, link by link, what a change set left with what is there now. */
export function planLinks({ from, to }: Pick<FieldChange, 'from' | 'to'>, now: Links): LinkPlan {
  const [before, after] = [from as Links, to as Links];
  const ids = [...new Set([...before, ...after].map(({ id }) => id))];
  const states = ids.map((id) => {
    const [was, left, is] = [before, after, now].map((links) => links.find((one) => one.id === id));
    return { was, left, is };
  });
  const changed = states.filter(({ was, left }) => contentOf(was) !== contentOf(left));
  const unchanged = changed.filter(({ left, is }) => contentOf(left) === contentOf(is));
  const isThere = ({ url }: StoryLink) => now.some((one) => one.url === url);
  return {
    remove: unchanged.flatMap(({ was, is }) => (!was && is ? [is] : [])),
    add: unchanged.flatMap(({ was, is }) => (was && !is && !isThere(was) ? [was] : [])),
    reset: unchanged.flatMap(({ was, is }) => (was && is ? [{ now: is, former: was }] : [])),
    isChangedSince: changed.some(
      ({ was, left, is }) => contentOf(is) !== contentOf(left) && contentOf(is) !== contentOf(was),
    ),
  };
}

/** Carries out a plan by the ordinary operations. */
export async function applyLinkPlan(
  { run }: Pick<OperationContext, 'run'>,
  { remove, add, reset }: LinkPlan,
  { storyId, changeSetId }: { storyId: string; changeSetId: string },
): Promise<void> {
  for (const { id: linkId } of remove) await run(deleteStoryLink, { path: { storyId, linkId } }, changeSetId);
  for (const { now, former } of reset) {
    const { set, cleared } = fieldsOf(former);
    const clearing = cleared.length > 0 ? { clearFields: cleared } : {};
    const body = { expectedUpdatedAt: now.updatedAt, ...set, ...clearing };
    await run(updateStoryLink, { path: { storyId, linkId: now.id }, body }, changeSetId);
  }
  for (const link of add) {
    const body = { url: link.url, ...fieldsOf(link).set };
    await run(createStoryLink, { path: { storyId }, body }, changeSetId);
  }
}

/** The fields of a link that a request sets, and those that it clears. */
function fieldsOf({ title, kind, state }: StoryLink) {
  const fields = Object.entries({ title, kind, state });
  return {
    set: Object.fromEntries(fields.filter(([, value]) => value !== null)),
    cleared: fields.filter(([, value]) => value === null).map(([field]) => field),
  };
}
