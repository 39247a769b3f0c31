import { createStoryFromFeedback } from '../shared/surface/feedback-stories/create-story-from-feedback.ts';
import type { CreateStoryRequest, Story } from '../shared/planning/story/story.ts';
import { findItem, findPortal } from './core/find-feedback.ts';
import type { WorkspaceOperations } from './workspace-operations.ts';

/**
 * Creates a story from an item of a portal, for a member; without a title or template it takes the title of an item that the
 * team wrote. The words of visitors are not copied.
 */
export async function createFromFeedback(
  operations: WorkspaceOperations,
  reporterId: string,
  story: CreateStoryRequest,
  {
    item,
    portal,
    triage,
    another = false,
  }: { item: string; portal?: string; triage: boolean; another?: boolean },
): Promise<Story> {
  const on = await findPortal(operations, portal);
  const { id: itemId, title, authorKind } = await findItem(operations, on, item);
  const takesTitle = story.templateId === undefined && authorKind !== 'visitor';
  const titled = takesTitle ? { title, ...story } : story;
  const path = { portalId: on.id, itemId };
  return await operations
    .by(reporterId)
    .run(createStoryFromFeedback, { path, body: { ...titled, triage, anotherStory: another } });
}
