import type { Command } from 'commander';
import { claimNextStories } from '../../shared/planning/claims/claim-next-stories.ts';
import { claimStory } from '../../shared/planning/claims/claim-story.ts';
import { releaseStoryClaim } from '../../shared/planning/claims/release-story-claim.ts';
import { renewStoryClaim } from '../../shared/planning/claims/renew-story-claim.ts';
import type { Claim } from '../../shared/planning/story-parts/claim.ts';
import type { Story } from '../../shared/planning/story/story.ts';
import { asNumber, withoutUndefined } from '../core/arguments.ts';
import { CommandError } from '../core/command-error.ts';
import { findAuthor, resolveTeam } from '../core/find.ts';
import { withWorkspace, type WorkspaceOptions } from '../core/session.ts';
import { findStory } from '../find-story.ts';

interface ByOptions extends WorkspaceOptions {
  by?: string;
}

interface LeaseOptions extends ByOptions {
  minutes: number;
}

interface ClaimOptions extends LeaseOptions {
  team?: string;
  filter?: string;
  limit: number;
}

const BY = 'who claims it (default: PLOTLINE_MEMBER, or the only member)';
const minutes = asNumber(1, 1_440);

/** Adds what claims stories to the commands of stories. */
export function claimCommands(command: (usage: string, description: string) => Command): void {
  command('claim [story]', 'claim a story, or the next ones that are ready')
    .option('--by <member>', BY)
    .option('--minutes <number>', 'how long the claim holds', minutes, 15)
    .option('--team <code>', 'without a story: only of this team')
    .option('--filter <filter>', 'without a story: only what matches, such as "label:bug assignee:none"')
    .option('--limit <number>', 'without a story: how many', asNumber(1, 10), 1)
    .action((text: string | undefined, options: ClaimOptions) =>
      withWorkspace(options, async ({ operations, output }) => {
        const own = operations.by((await findAuthor(operations, options.by)).id);
        const lease = { leaseSeconds: options.minutes * 60 };
        if (text !== undefined) {
          const story = await findStory(operations, text);
          const claim = await own.run(claimStory, { path: { storyId: story.id }, body: lease });
          output.done(sentenceOf(story, claim));
          output.record(claim, {});
          return;
        }
        const teamId = options.team && (await resolveTeam(operations, options.team)).id;
        const { filter, limit } = options;
        const body = withoutUndefined({ ...lease, limit, filter, teamId });
        const claimed = await own.run(claimNextStories, { body });
        for (const { story, claim } of claimed) {
          output.done(sentenceOf(story, claim));
          output.record(claim, {});
        }
        if (claimed.length === 0) output.note('Nothing is ready.');
      }),
    );

  command('renew <story>', 'give the claim of a story its time again')
    .option('--by <member>', BY)
    .option('--minutes <number>', 'how long it holds from now (default: as long as before)', minutes)
    .action((text: string, options: Partial<LeaseOptions>) =>
      withWorkspace(options, async ({ operations, output }) => {
        const own = operations.by((await findAuthor(operations, options.by)).id);
        const story = await findStory(operations, text);
        const leaseSeconds = options.minutes === undefined ? undefined : options.minutes * 60;
        const body = withoutUndefined({ fencingNumber: numberOf(story), leaseSeconds });
        const claim = await own.run(renewStoryClaim, { path: { storyId: story.id }, body });
        output.done(sentenceOf(story, claim));
      }),
    );

  command('release <story>', 'end the claim of a story')
    .option('--by <member>', BY)
    .action((text: string, options: ByOptions) =>
      withWorkspace(options, async ({ operations, output }) => {
        const own = operations.by((await findAuthor(operations, options.by)).id);
        const story = await findStory(operations, text);
        const body = { fencingNumber: numberOf(story) };
        await own.run(releaseStoryClaim, { path: { storyId: story.id }, body });
        output.done(`Released ${story.reference}.`);
      }),
    );
}

const sentenceOf = ({ reference, title }: Pick<Story, 'reference' | 'title'>, claim: Claim): string =>
  `Claimed ${reference} (${title}) until ${claim.expiresAt}, number ${claim.fencingNumber}.`;

function numberOf({ reference, claim }: Story): number {
  if (claim) return claim.fencingNumber;
  throw new CommandError(`No one has claimed ${reference}.`);
}
