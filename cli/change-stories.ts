import type { Story } from '../shared/planning/story/story.ts';
import type { CommandOutput } from './core/output.ts';
import { withWorkspace, type WorkspaceOptions, type WorkspaceSession } from './core/session.ts';
import { eachOf } from './each-story.ts';
import { storyNames } from './find-story.ts';
import { storyColumns } from './story-columns.ts';
import type { WorkspaceOperations } from './workspace-operations.ts';

/** Changes each of several stories, and shows what became of them. */
export const changeEach = (
  named: readonly string[],
  options: WorkspaceOptions,
  change: (session: WorkspaceSession, text: string) => Promise<{ story: Story; sentence: string }>,
): Promise<void> =>
  withWorkspace(options, async (session) => {
    const { operations, output } = session;
    const texts = storyNames(named);
    const { done } = await eachOf(texts, (text) => change(session, text));
    if (output.json) {
      const stories = done.map(({ story }) => story);
      return output.record(texts.length === 1 ? stories[0] : stories, {});
    }
    for (const { story, sentence } of done) await showStory(operations, output, story, sentence);
  });

export async function showStory(
  operations: WorkspaceOperations,
  output: CommandOutput,
  story: Story,
  sentence: string,
): Promise<void> {
  output.done(sentence);
  output.record(story, output.json ? {} : await storyColumns(operations));
}
