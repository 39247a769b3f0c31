import type { Story } from '../../planning/story/story.ts';
import { storyPartitions, toStory } from '../../planning/story/story-store.ts';
import { readStoryPage } from '../../planning/stories/story-list.ts';
import type { RevertContext, TaggedStory } from './take-over.ts';

const PAGE = 250;
const TRIAGE_MAX = 1_000;

/** The stories of a team that were changed, or created, since what is reverted began, with those in triage. */
export function storiesSince(
  context: Pick<RevertContext, 'read' | 'now' | 'begunAt' | 'storiesSince'>,
  teamId: string,
): Promise<TaggedStory[]> {
  const known = context.storiesSince.get(teamId) ?? find(context, teamId);
  context.storiesSince.set(teamId, known);
  return known;
}

async function find(
  { read, now, begunAt }: Pick<RevertContext, 'read' | 'now' | 'begunAt'>,
  teamId: string,
): Promise<TaggedStory[]> {
  const found: TaggedStory[] = [];
  const note = (stories: readonly Story[]) =>
    found.push(
      ...stories
        .filter((story) => story.labels.length > 0 || Object.keys(story.customFields).length > 0)
        .map(({ id, labels, customFields }) => ({ id, labels, customFields })),
    );
  const filter = { teams: [teamId], archived: [false, true], updatedSince: begunAt, now };
  let after: string | undefined;
  do {
    const page = await readStoryPage(read, filter, { limit: PAGE, after });
    note(page.items);
    after = page.next;
  } while (after !== undefined);
  const partition = storyPartitions.triage(teamId);
  note((await read.query({ index: 'list', partition, limit: TRIAGE_MAX })).map(toStory));
  return found;
}
